import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { diagnose } from '../../base/errors/index.ts'
import { PluginRejected } from '../load/plugin-rejected.ts'
import { packagePlace } from '../manifest/package-place.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'

/** Fills in the defaults of a plugin's settings and validates them by its schema. @throws PluginRejected `settings_invalid` */
export function checkSettings(manifest: PluginManifest, given: Record<string, unknown>): Record<string, unknown> {
  const { id, settings: schema } = manifest
  if (schema === undefined) return given
  const settings = structuredClone(given)
  // The manifest would have been refused if this were not a schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true, useDefaults: true, validateSchema: false })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  if (validate(settings)) return settings
  throw new PluginRejected(
    (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const [, name = ''] = instancePath.split('/')
      const isDefault = name !== '' && !(name in given)
      return diagnose('settings_invalid', {
        message: `The ${isDefault ? 'default of the ' : ''}setting [${id}${instancePath}] ${message}.`,
        where: isDefault
          ? packagePlace(manifest, `/atrium/settings/properties/${name}/default`)
          : { file: 'panels.config.json', pointer: `/plugins/settings/${id}${instancePath}` },
        fix: isDefault
          ? 'Correct the default, or the schema, in package.json.'
          : fixOf(id, (params as { missingProperty?: string }).missingProperty),
      })
    }),
  )
}

/** @param missing the required setting that has no value */
const fixOf = (id: string, missing: string | undefined) =>
  missing === undefined
    ? 'Correct it in panels.config.json. The plugin is then loaded again automatically.'
    : `Set it: \`atrium settings set ${id} ${missing} <value>\`, or write it into panels.config.json. The plugin is then loaded again automatically.`
