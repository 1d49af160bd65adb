import type { JsonSchema } from '@atrium/sdk/documents'
import { isObject } from '../../manifest/read-package-json.ts'

/** Whether a setting is written and never read: a password, a key. */
export const isSecret = (schema: unknown): boolean => isObject(schema) && schema.writeOnly === true

/** Settings as they may be shown: without the members that their schema marks `writeOnly`, at any depth. */
export function withoutSecrets(schema: JsonSchema, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, unknown>
  const shown = Object.entries(values).filter(([name]) => !isSecret(properties[name]))
  return Object.fromEntries(shown.map(([name, value]) => [name, shownValue(properties[name], value)]))
}

function shownValue(schema: unknown, value: unknown): unknown {
  if (!isObject(schema)) return value
  if (Array.isArray(value)) return value.map((each: unknown) => shownValue(schema.items, each))
  return isObject(value) ? withoutSecrets(schema, value) : value
}
