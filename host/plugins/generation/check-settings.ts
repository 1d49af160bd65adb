import type { Diagnostic, JsonSchema } from '@atrium/sdk/documents'
import type { ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { diagnose } from '../../base/errors/index.ts'
import { PluginRejected } from '../load/plugin-rejected.ts'
import { packagePlace } from '../manifest/package-place.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'

type Settings = Readonly<Record<string, unknown>>

interface SettingsOrigin {
  /** Whether the value of a setting is stored in the database, and not in panels.config.json. Default: none is. */
  readonly isStored?: ((plugin: string, setting: string) => boolean) | undefined
}

/** Fills in the defaults of a plugin's settings and validates them by its schema. @throws PluginRejected `settings_invalid` */
export function checkSettings(
  manifest: PluginManifest,
  given: Settings,
  { isStored = () => false }: SettingsOrigin = {},
): Record<string, unknown> {
  const { id, settings: schema } = manifest
  if (schema === undefined) return given
  const { settings, errors } = fillIn(schema, given)
  if (errors.length === 0) return settings
  throw new PluginRejected(
    errors.map((error) => {
      const { name, path } = placeOf(error)
      if (error.keyword === 'required') return missing(id, error)
      if (name === '') return wrongTogether(id, error)
      const told = describe(error, { isSecret: mayBeSecret(schema.properties, name) })
      if (!(name in given)) return wrongDefault(manifest, error, { name, told })
      const isUnknown = error.keyword === 'additionalProperties'
      return isStored(id, name)
        ? wrongInDatabase(id, path, { told, isUnknown })
        : wrongInFile(id, path, { told, error })
    }),
  )
}

/** The settings with the defaults of those that are missing, at any depth, also if they are not valid. */
export const withDefaults = (schema: JsonSchema, given: Settings): Record<string, unknown> =>
  fillIn(schema, given).settings

function fillIn(schema: JsonSchema, given: Settings) {
  const settings = structuredClone(given) as Record<string, unknown>
  // The manifest would have been refused if this were not a schema.
  // A format that Ajv does not know says what a text means (`country`), and refuses no value: a warning for each would help nobody.
  const options = { strict: false, allErrors: true, useDefaults: true, validateSchema: false, verbose: true }
  const ajv = new Ajv2020({ ...options, logger: false })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  validate(settings)
  return { settings, errors: validate.errors ?? [] }
}

/** The top-level setting that an error is about, and its path for `atrium settings`, which does not lead into lists. */
function placeOf({ instancePath, params }: ErrorObject): { name: string; path: string } {
  const { additionalProperty } = params as { additionalProperty?: string }
  const members = [
    ...instancePath.split('/').slice(1),
    ...(additionalProperty === undefined ? [] : [additionalProperty]),
  ]
  const end = members.findIndex((member) => /^\d+$/.test(member))
  return { name: members[0] ?? '', path: (end < 0 ? members : members.slice(0, end)).join('.') }
}

/** `must be integer, but is ["many"]`. The value of a secret is not told. */
function describe(
  { keyword, message = 'is not valid', params, data }: ErrorObject,
  { isSecret }: { isSecret: boolean },
): string {
  if (keyword === 'additionalProperties') return 'is not one that the plugin declares'
  const { allowedValues } = params as { allowedValues?: readonly unknown[] }
  const choice = allowedValues === undefined ? '' : ` ${allowedValues.map((each) => JSON.stringify(each)).join(', ')}`
  const isShown = !isSecret && (typeof data !== 'object' || data === null)
  return `${message}${choice}${isShown ? `, but is [${JSON.stringify(data).slice(0, LONGEST_VALUE)}]` : ''}`
}

const LONGEST_VALUE = 80

/** Whether any part of a setting is secret, or it is not declared. */
const mayBeSecret = (properties: unknown, name: string): boolean => {
  const schema = (properties as Settings | undefined)?.[name]
  return schema === undefined || JSON.stringify(schema).includes('"writeOnly":true')
}

const AGAIN = 'The plugin is then loaded again automatically.'

function missing(id: string, { instancePath, message, params }: ErrorObject): Diagnostic {
  const { missingProperty } = params as { missingProperty: string }
  const path = [...instancePath.split('/').slice(1), missingProperty].join('.')
  return diagnose('settings_invalid', {
    message: `The setting [${id}${instancePath}] ${message}.`,
    where: { file: 'panels.config.json', pointer: `/plugins/settings/${id}${instancePath}` },
    fix: `Set it: \`atrium settings set ${id} ${path} <value>\`, or write it into panels.config.json. ${AGAIN}`,
  })
}

/** Settings that contradict each other, or an empty set of them. */
const wrongTogether = (id: string, { message = 'are not valid' }: ErrorObject): Diagnostic =>
  diagnose('settings_invalid', {
    message: `The settings of [${id}] together are refused by their schema: ${message}.`,
    fix: `Compare them with the schema in package.json: \`atrium settings list ${id}\`. Correct one: \`atrium settings set ${id} <name> <value>\`, or in panels.config.json. ${AGAIN}`,
  })

interface Told {
  readonly told: string
}

const wrongDefault = (
  manifest: PluginManifest,
  { instancePath }: ErrorObject,
  { name, told }: Told & { name: string },
): Diagnostic =>
  diagnose('settings_invalid', {
    message: `The default of the setting [${manifest.id}${instancePath}] ${told}.`,
    where: packagePlace(manifest, `/atrium/settings/properties/${name}/default`),
    fix: 'Correct the default, or the schema, in package.json.',
  })

const nameOf = (id: string, path: string) => `[${[id, ...path.split('.')].join('/')}]`

function wrongInDatabase(id: string, path: string, { told, isUnknown }: Told & { isUnknown: boolean }): Diagnostic {
  const set = `Correct it: \`atrium settings set ${id} ${path} <value>\`, or in its settings on the screen Plugins.`
  const unset = `\`atrium settings unset ${id} ${path}\` returns to panels.config.json or the default.`
  return diagnose('settings_invalid', {
    message: `The setting ${nameOf(id, path)}, which is stored in the database, ${told}.`,
    fix: isUnknown ? `Remove it: \`atrium settings unset ${id} ${path}\`. ${AGAIN}` : `${set} ${unset} ${AGAIN}`,
  })
}

const wrongInFile = (id: string, path: string, { told, error }: Told & { error: ErrorObject }): Diagnostic =>
  diagnose('settings_invalid', {
    message: `The setting ${nameOf(id, path)} in panels.config.json ${told}.`,
    where: { file: 'panels.config.json', pointer: `/plugins/settings/${id}${error.instancePath}` },
    fix: `Correct it in panels.config.json. ${AGAIN}`,
  })
