import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { diagnose } from '../../base/errors/index.ts'
import type { PluginManifest } from './plugin-manifest.ts'
import { PluginRejected } from '../supervise/plugin-rejected.ts'

/** Fills in the defaults of a plugin's settings and holds them against its schema. @throws PluginRejected `settings_invalid` */
export function checkSettings(
  { id, settings: schema }: PluginManifest,
  given: Record<string, unknown>,
): Record<string, unknown> {
  if (schema === undefined) return given
  const settings = structuredClone(given)
  const ajv = new Ajv2020({ strict: false, allErrors: true, useDefaults: true })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  if (validate(settings)) return settings
  throw new PluginRejected(
    (validate.errors ?? []).map(({ instancePath, message }) =>
      diagnose('settings_invalid', {
        message: `The setting [${id}${instancePath}] ${message}.`,
        where: { file: 'panels.config.json', pointer: `/plugins/settings/${id}${instancePath}` },
        fix: 'Correct it in panels.config.json; the plugin is loaded again by itself.',
      }),
    ),
  )
}
