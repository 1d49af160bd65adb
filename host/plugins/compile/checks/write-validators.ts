import { writeFileSync } from 'node:fs'
import { BUILT_VALIDATORS, validatorScript } from './document-validators.ts'

/** The last step of the build of the host runs this file. */
writeFileSync(BUILT_VALIDATORS, await validatorScript())
