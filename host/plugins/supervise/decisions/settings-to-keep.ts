import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { ErrorObject } from 'ajv'
import { errors_in_line } from '@atrium/sdk/host'
import type { HostLogger } from '../../../base/log/index.ts'
import { closedSchema } from '../../../core/operations/index.ts'
import { createCompiler } from '../../../core/operations/index.ts'
import { violationsOf } from '../../../core/operations/index.ts'
import type { PluginManifest } from '../../manifest/plugin-manifest.ts'
import type { PluginDecisions, Settings } from './plugin-decisions.ts'
import { isObject } from '../../manifest/read-package-json.ts'

export interface SettingsToKeepOptions {
  /** The present overrides of the configuration. */
  readonly own: Settings
  /** The configured settings. */
  readonly configured: Settings
  readonly log: HostLogger
}

/** Stores the settings that a person has sent for a plugin. @throws ApiError 422 `validation_failed` */
export async function keepSettings(
  { id, settings: schema }: PluginManifest,
  given: Settings,
  { decisions, log, by }: { decisions: PluginDecisions; log: HostLogger; by: string },
): Promise<void> {
  const own = decisions.ownSettingsOf(id)
  const configured = decisions.configuredSettingsOf(id)
  await decisions.keepSettings(id, settingsToKeep(schema, given, { own, configured, log }), { by })
}

/**
 * Merges sent settings into the overrides. Members that are not sent stay unchanged. Null restores the configured value. Values
 * equal to the configuration are not stored, so that later changes there still apply.
 * @throws ApiError 422 `validation_failed`
 */
export function settingsToKeep(
  schema: JsonSchema = { type: 'object' },
  given: Settings,
  { own, configured, log }: SettingsToKeepOptions,
): Settings {
  const kept = merged(own, given)
  const sent = Object.fromEntries(Object.entries(kept).filter(([name]) => name in given))
  const inFile = knownOf(schema, configured)
  const present = { ...inFile, ...knownOf(schema, own) }
  check(schema, { present, next: { ...inFile, ...knownOf(schema, kept), ...sent }, given, log })
  return Object.fromEntries(Object.entries(kept).filter(([name, value]) => !isDeepStrictEqual(value, configured[name])))
}

function merged(present: Settings, given: Settings): Settings {
  const next: Record<string, unknown> = { ...present }
  for (const [name, value] of Object.entries(given)) {
    const former = present[name]
    if (value === null) Reflect.deleteProperty(next, name)
    else next[name] = isObject(value) && isObject(former) ? merged(former, value) : value
  }
  return next
}

/** An unknown member in the configuration, or of a former version, must not make the sent settings invalid. */
function knownOf({ properties = {} }: JsonSchema, settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name in (properties as object)))
}

interface Checked {
  /** The known settings before the change. */
  readonly present: Settings
  readonly next: Settings
  readonly given: Settings
  readonly log: HostLogger
}

/** Passes over what was wrong before and is not sent: a new schema may refuse several settings, which are corrected one by one. */
function check(schema: JsonSchema, { present, next, given, log }: Checked): void {
  const compile = createCompiler({ log, useDefaults: true, verbose: true })
  const validate = compile(closedSchema({ properties: {}, ...schema }))
  const wrong = validate(structuredClone(next)) ?? []
  const former = wrong.length > 0 ? (validate(structuredClone(present)) ?? []) : []
  const found = wrong.filter((each) => isSent(given, pathOf(each)) || !former.some((other) => isSame(each, other)))
  if (found.length === 0) return
  const violations = violationsOf(found)
  throw new ApiError('validation_failed', { detail: errors_in_line(violations.errors), ...violations })
}

/** The names down to the value that an error is about, or to a member that should not be there. */
const pathOf = ({ instancePath, params }: ErrorObject): string[] => {
  const { additionalProperty } = params as { additionalProperty?: string }
  return [...instancePath.split('/').slice(1), ...(additionalProperty === undefined ? [] : [additionalProperty])]
}

/** Whether a value was sent, or one that contains it. */
function isSent(given: unknown, [name, ...inner]: readonly string[]): boolean {
  if (name === undefined || !isObject(given)) return true
  return name in given && isSent(given[name], inner)
}

const isSame = (one: ErrorObject, other: ErrorObject) =>
  one.instancePath === other.instancePath &&
  one.schemaPath === other.schemaPath &&
  isDeepStrictEqual(one.params, other.params)
