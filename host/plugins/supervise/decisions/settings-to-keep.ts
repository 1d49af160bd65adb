import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
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
  check(schema, { ...knownOf(schema, configured), ...kept }, log)
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

/** An unknown member in the configuration must not make the sent settings invalid. */
function knownOf({ properties = {} }: JsonSchema, configured: Settings): Settings {
  return Object.fromEntries(Object.entries(configured).filter(([name]) => name in (properties as object)))
}

function check(schema: JsonSchema, settings: Settings, log: HostLogger): void {
  const compile = createCompiler({ log, useDefaults: true, verbose: true })
  const found = compile(closedSchema({ properties: {}, ...schema }))(structuredClone(settings))
  if (!found) return
  const violations = violationsOf(found)
  throw new ApiError('validation_failed', { detail: errors_in_line(violations.errors), ...violations })
}
