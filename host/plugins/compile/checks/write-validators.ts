import { writeFileSync } from 'node:fs'
import { BUILT_CONFIG_VALIDATOR, configValidatorScript } from '../../../base/config/index.ts'
import { BUILT_MANIFEST_VALIDATORS, manifestValidatorScript } from '../../manifest/manifest-validators.ts'
import { BUILT_VALIDATORS, validatorScript } from './document-validators.ts'

/** The last step of the build of the host runs this file. */
write(BUILT_VALIDATORS, await validatorScript())
write(BUILT_MANIFEST_VALIDATORS, await manifestValidatorScript())
write(BUILT_CONFIG_VALIDATOR, await configValidatorScript())

/** All other characters stand in texts and patterns, where they may be escaped: V8 keeps a script with one at two bytes for each. */
function write(path: string, script: string): void {
  writeFileSync(
    path,
    script.replaceAll(/[^\0-\x7f]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}
