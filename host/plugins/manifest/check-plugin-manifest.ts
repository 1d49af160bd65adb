import { nearest_name } from '@atrium/sdk'
import { DeclarationError, pointer_to, require_keywords, SDK_VERSION } from '@atrium/sdk/host'
import type { Diagnostic } from '@atrium/sdk/documents'
import type { AnySchemaObject } from 'ajv'
import { valid, validRange, satisfies } from 'semver'
import { diagnose } from '../../base/errors/index.ts'
import { rolesValidator, settingsSchemaValidator } from './manifest-validators.ts'
import { pluginIdProblem, suggestPluginId } from './plugin-id.ts'
import { packagePlace } from './package-place.ts'
import type { PluginManifest } from './plugin-manifest.ts'
import { isObject } from './read-package-json.ts'

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isRange = (value: unknown) => typeof value === 'string' && validRange(value) !== null
const isRequirement = ([id, range]: [string, unknown]) => pluginIdProblem(id) === undefined && isRange(range)

const isEventName = (value: unknown) =>
  typeof value === 'string' && /^[a-z][a-z0-9-]*\.[a-z][a-z0-9_.-]{0,99}$/.test(value)

/** The same as the pattern in `PluginPackage`. */
const isOwnPath = (value: unknown) =>
  isText(value) && !(value as string).startsWith('/') && !(value as string).split('/').includes('..')

/** The member of package.json that says which SDK the plugin needs. */
const SDK_RANGE = pointer_to('peerDependencies', '@atrium/sdk')

/** The members of `atrium` besides the id, each with its test and its expected value. */
const MEMBERS: Record<string, { accepts: (value: unknown) => boolean; expected: string }> = {
  title: { accepts: isText, expected: 'a text such as "Fleet"' },
  entry: { accepts: isText, expected: 'a path such as "./src/index.ts"' },
  elements: { accepts: isOwnPath, expected: 'a path inside the package, such as "./ui/elements.ts"' },
  requires: {
    accepts: (value) => isObject(value) && Object.entries(value).every(isRequirement),
    expected: 'an object of plugin ids and version ranges, such as { "clients": "^1.0.0" }',
  },
  settings: { accepts: isObject, expected: 'a JSON Schema, which is an object' },
  roles: { accepts: isObject, expected: 'an object of roles by id, such as { "reader": { "title": "Reader", … } }' },
  events: {
    accepts: (value) => Array.isArray(value) && value.every(isEventName) && new Set(value).size === value.length,
    expected: 'a list of different names of events, such as [ "fleet.van_sold" ]',
  },
  acts_for_people: { accepts: (value) => typeof value === 'boolean', expected: 'true or false' },
  drain_seconds: {
    accepts: (value) => typeof value === 'number' && value >= 0 && value <= 3600,
    expected: 'a number of seconds from 0 to 3600',
  },
}

/** Returns all problems of a plugin's package.json. Does not look at files. */
export function checkPluginManifest(packageJson: Record<string, unknown>): Diagnostic[] {
  const { atrium } = packageJson
  if (atrium === undefined) return [notAPlugin()]
  if (!isObject(atrium)) return [invalidMember('/atrium', 'an object with an "id"')]
  return [
    ...checkId(atrium.id, packageJson.name),
    ...checkPackage(packageJson),
    ...Object.entries(atrium).flatMap(([name, value]) => checkMember(name, value)),
    ...checkOwnEvents(atrium),
  ]
}

/** The SDK's version ranges in a package.json, as a peer and as a dependency. */
export function sdkRange(packageJson: Record<string, unknown>): unknown {
  const named = [packageJson.peerDependencies, packageJson.dependencies].filter(isObject)
  return named.map((ranges) => ranges['@atrium/sdk']).find((range) => range !== undefined) ?? '*'
}

function notAPlugin(): Diagnostic {
  return diagnose('manifest_not_a_plugin', {
    message: 'The package.json has no member [atrium], so this package is not a plugin.',
    where: { file: 'package.json' },
    fix: 'Add "atrium": { "id": "…", "title": "…" }, or move the folder out of the plugin directory.',
  })
}

function checkId(id: unknown, packageName: unknown): Diagnostic[] {
  const code = pluginIdProblem(id)
  if (!code) return []
  const given = typeof id === 'string' ? id : JSON.stringify(id)
  const suggestion = suggestPluginId(typeof id === 'string' ? id : String(packageName))
  const [cause, fix] =
    code === 'id_reserved'
      ? ['The platform uses this id for its own paths.', `Choose another one, such as "my-${given}".`]
      : [
          'Ids begin with a lowercase letter and contain lowercase letters, digits and dashes.',
          `Write "id": "${suggestion}".`,
        ]
  const where = { file: 'package.json', pointer: '/atrium/id' }
  return [
    diagnose(code, {
      message: `The plugin has ${given === undefined ? 'no id' : `the id [${given}]`}.`,
      where,
      cause,
      fix,
    }),
  ]
}

function checkPackage(packageJson: Record<string, unknown>): Diagnostic[] {
  const findings: Diagnostic[] = []
  if (!isText(packageJson.name)) findings.push(invalidMember('/name', 'the name of the package'))
  if (typeof packageJson.version !== 'string' || !valid(packageJson.version))
    findings.push(invalidMember('/version', 'a version such as "1.0.0"'))
  if (!isRange(sdkRange(packageJson))) findings.push(invalidMember(SDK_RANGE, 'a version range such as "^1.0.0"'))
  return findings
}

function checkMember(name: string, value: unknown): Diagnostic[] {
  if (name === 'id') return []
  const member = MEMBERS[name]
  if (!member) return [unknownMember(name)]
  if (!member.accepts(value)) return [invalidMember(`/atrium/${name}`, member.expected)]
  if (name === 'roles') return checkRoles(value)
  return name === 'settings' ? checkSettingsSchema(value as AnySchemaObject) : []
}

/** Does not check whether the permissions exist: they may belong to plugins that are not active. */
function checkRoles(roles: unknown): Diagnostic[] {
  const validate = rolesValidator()
  if (validate(roles)) return []
  return (validate.errors ?? []).map(({ instancePath, message = 'is not valid', params }) => {
    const pointer = `/atrium/roles${instancePath}`
    const { additionalProperty: name } = params as { additionalProperty?: string }
    const problem = name === undefined ? message : `has a member [${name}] that is not known`
    return diagnose('manifest_member_invalid', {
      message: `The member [${pointer}] of package.json ${problem}.`,
      where: { file: 'package.json', pointer },
      fix: 'A role has a title and permissions, and may have a description, conditions and fields.',
    })
  })
}

/** A plugin emits only events whose names begin with its id. */
function checkOwnEvents({ id, events }: Record<string, unknown>): Diagnostic[] {
  const names: unknown[] = Array.isArray(events) ? events : []
  return names.flatMap((name, at) => {
    if (!isEventName(name) || (name as string).startsWith(`${String(id)}.`)) return []
    return [
      invalidMember(`/atrium/events/${at}`, `the name of an event of this plugin, which begins with "${String(id)}."`),
    ]
  })
}

/** The settings are validated by this schema at each load, so it has to be valid. */
function checkSettingsSchema(schema: AnySchemaObject): Diagnostic[] {
  const validate = settingsSchemaValidator(schema)
  if ((schema.type ?? 'object') !== 'object') return [notOfObject(schema.type)]
  if (validate(schema)) return [...checkKeywords(schema), ...checkSecrets(schema)]
  const [deepest] = [...(validate.errors ?? [])].sort((a, b) => b.instancePath.length - a.instancePath.length)
  const { instancePath = '', message = 'is not valid', params = {} } = deepest ?? {}
  const { allowedValues } = params as { allowedValues?: readonly string[] }
  const given = instancePath.split('/').slice(1).reduce<unknown>(memberOf, schema)
  const near = allowedValues && nearest_name(String(given), allowedValues)
  return [
    diagnose('manifest_member_invalid', {
      message: `The member [/atrium/settings${instancePath}] of package.json is [${JSON.stringify(given)}], which is not valid JSON Schema: it ${message}.`,
      where: { file: 'package.json', pointer: `/atrium/settings${instancePath}` },
      fix: `${near === undefined ? '' : `Did you mean [${near}]? `}${allowedValues ? `Write one of ${allowedValues.join(', ')}.` : 'Correct this part of the schema.'}`,
    }),
  ]
}

const memberOf = (value: unknown, member: string) => (value as Record<string, unknown> | undefined)?.[member]

const notOfObject = (type: unknown): Diagnostic =>
  diagnose('manifest_member_invalid', {
    message: `The member [/atrium/settings/type] of package.json is [${String(type)}], but settings are always an object.`,
    where: { file: 'package.json', pointer: '/atrium/settings/type' },
    fix: 'Write "type": "object", and each setting in "properties".',
  })

/** The defaults of the settings are checked with the settings, which names the line of each. */
const withoutDefaults = ({ properties = {}, ...schema }: AnySchemaObject): object => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties as Record<string, unknown>).map(([name, each]) => [
      name,
      typeof each === 'object' && each !== null ? { ...each, default: undefined } : each,
    ]),
  ),
})

/** Formats that an author may write in order to hide a setting. They hide nothing. */
const HIDING = ['password', 'secret', 'secrets']

interface SettingSchema {
  readonly format?: string
  readonly writeOnly?: boolean
}

function checkSecrets({ properties = {} }: AnySchemaObject): Diagnostic[] {
  const settings = Object.entries(properties as Record<string, SettingSchema | boolean>)
  return settings.flatMap(([name, setting]) => {
    const { format, writeOnly } = typeof setting === 'object' ? setting : {}
    if (format === undefined || !HIDING.includes(format) || writeOnly === true) return []
    return diagnose('manifest_member_invalid', {
      message: `The setting [${name}] has the format [${format}], which does not keep it secret.`,
      where: { file: 'package.json', pointer: pointer_to('atrium', 'settings', 'properties', name, 'format') },
      fix: 'Write "writeOnly": true instead: no screen, answer or log then shows it.',
    })
  })
}

/** A misspelt keyword is valid JSON Schema and limits nothing. */
function checkKeywords(schema: AnySchemaObject): Diagnostic[] {
  try {
    require_keywords('The schema of the settings', withoutDefaults(schema), 'argument_invalid')
    return []
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error
    const { message, fix } = error
    return [
      diagnose('manifest_member_invalid', {
        message,
        where: { file: 'package.json', pointer: '/atrium/settings' },
        fix,
      }),
    ]
  }
}

function invalidMember(pointer: string, expected: string): Diagnostic {
  return diagnose('manifest_member_invalid', {
    message: `The member [${pointer}] of package.json is not ${expected}.`,
    where: { file: 'package.json', pointer },
    fix: `Write ${expected}.`,
  })
}

function unknownMember(name: string): Diagnostic {
  const known = ['id', ...Object.keys(MEMBERS)]
  const meant = nearest_name(name, known)
  return diagnose('manifest_member_unknown', {
    message: `The member [${name}] of "atrium" is not known and has no effect.${meant ? ` Did you mean "${meant}"?` : ''}`,
    where: { file: 'package.json', pointer: pointer_to('atrium', name) },
    fix: meant ? `Write "${meant}".` : `Remove it; the members are ${known.join(', ')}.`,
  })
}

/** Whether the plugin supports the host's version of the SDK. */
export function checkSdkVersion(
  manifest: Pick<PluginManifest, 'sdk_range'>,
  { version = SDK_VERSION }: { version?: string } = {},
): Diagnostic[] {
  const { sdk_range: range } = manifest
  if (satisfies(version, range, { includePrerelease: true })) return []
  const message = `The plugin requires @atrium/sdk in the range [${range}], but the host has [${version}].`
  const where = packagePlace(manifest, SDK_RANGE)
  return [diagnose('sdk_version', { message, where })]
}
