import type { Caller } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'

/**
 * Removes the fields that a caller may not see or set, and the `permission` keyword. It also describes amounts of money
 * as minor units, unless they have a description, because models do not know that.
 */
export function visibleSchema(schema: JsonSchema, can: Caller['can']): JsonSchema {
  const members = Object.entries(toldAmount(schema)).filter(
    ([name, value]) => name !== 'permission' || typeof value !== 'string',
  )
  const visible: Record<string, unknown> = Object.fromEntries(
    members.map(([name, value]) => [name, visibleMember(name, value, can)]),
  )
  const { required, properties } = visible
  if (Array.isArray(required) && isSchema(schema.properties) && isSchema(properties)) {
    const gone = Object.keys(schema.properties).filter((name) => !(name in properties))
    visible.required = required.filter((name: string) => !gone.includes(name))
  }
  return visible
}

/** The permissions that decide which fields of a schema are visible. */
export function permissionsOf(schema: JsonSchema): readonly string[] {
  const found = new Set<string>()
  visibleSchema(schema, (permission) => {
    found.add(permission)
    return true
  })
  return [...found]
}

function toldAmount(schema: JsonSchema): JsonSchema {
  const { currency, description } = schema
  if (typeof currency !== 'string' || description !== undefined) return schema
  return { ...schema, description: `An amount in the smallest unit of ${currency}: hundredths where it has them.` }
}

function visibleMember(name: string, value: unknown, can: Caller['can']): unknown {
  if (DATA.has(name)) return value
  if (Array.isArray(value)) return value.map((each: unknown) => (isSchema(each) ? visibleSchema(each, can) : each))
  if (!isSchema(value)) return value
  if (!NAMED.has(name)) return visibleSchema(value, can)
  const kept = Object.entries(value).filter(([, member]) => !isSchema(member) || isVisible(member, can))
  return Object.fromEntries(kept.map(([key, member]) => [key, isSchema(member) ? visibleSchema(member, can) : member]))
}

/** Keywords whose members are names chosen by authors, not keywords. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/** Keywords that contain data, not schemas. */
const DATA = new Set(['const', 'enum', 'default', 'examples'])

const isVisible = ({ permission }: JsonSchema, can: Caller['can']) => typeof permission !== 'string' || can(permission)

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
