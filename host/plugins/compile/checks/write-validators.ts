import { writeFileSync } from 'node:fs'
import { BUILT_CONFIG_VALIDATOR, configValidatorScript } from '../../../base/config/index.ts'
import { BUILT_MANIFEST_VALIDATORS, manifestValidatorScript } from '../../manifest/manifest-validators.ts'
import { BUILT_VALIDATORS, validatorScript } from './document-validators.ts'

/** The last step of the build of the host runs this file. */
writeFileSync(BUILT_VALIDATORS, await validatorScript())
writeFileSync(BUILT_MANIFEST_VALIDATORS, await manifestValidatorScript())
writeFileSync(BUILT_CONFIG_VALIDATOR, await configValidatorScript())
