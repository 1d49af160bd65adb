import type { FieldDraft, LayoutDraft } from '@atrium/sdk/host'
import type { Condition, JsonSchema } from '@atrium/sdk/documents'
import type { TSchema } from 'typebox'

/** The conditions that a form adds to a field of its record. */
export type FieldConditions = Pick<FieldDraft, 'name' | 'visible_when' | 'required_when' | 'fields'>

/**
 * Adds the conditions of a form to the schema of a body, so that host and browser evaluate the same schema (ARCHITECTURE: Builders). A
 * field that can be hidden is only required while it is visible.
 */
export function withConditions(body: TSchema, fields: readonly FieldConditions[]): JsonSchema {
  const schema = withItemConditions(body as JsonSchema, fields)
  const required = (schema.required ?? []) as readonly string[]
  const hidden = visibleWhen(fields)
  const conditions = [
    ...required.flatMap((name) => requiredWhen(name, [hidden.get(name)])),
    ...fields.flatMap(({ name, visible_when, required_when }) =>
      required_when ? requiredWhen(name, [visible_when, required_when]) : [],
    ),
  ]
  if (conditions.length === 0) return schema
  return { ...schema, required: required.filter((name) => !hidden.has(name)), allOf: conditions }
}

/** When a form shows those of its fields that it does not always show. */
export const visibleWhen = (fields: readonly FieldConditions[]): ReadonlyMap<string, Condition> =>
  new Map(fields.flatMap(({ name, visible_when }) => (visible_when ? [[name, visible_when] as const] : [])))

/** The same for each object of a list. */
function withItemConditions(schema: JsonSchema, fields: readonly FieldConditions[]): JsonSchema {
  const properties = schema.properties as Record<string, JsonSchema> | undefined
  const changed = fields.flatMap(({ name, fields: inside }) => {
    const list = properties?.[name]
    if (inside === undefined || list?.items === undefined) return []
    return [[name, { ...list, items: withConditions(list.items as TSchema, leavesOf<FieldDraft>(inside)) }] as const]
  })
  return changed.length === 0 ? schema : { ...schema, properties: { ...properties, ...Object.fromEntries(changed) } }
}

/** `if` all conditions hold, `then` the field is required. Empty without conditions. */
function requiredWhen(name: string, conditions: readonly (Condition | undefined)[]): JsonSchema[] {
  const holding = conditions.filter((condition) => condition !== undefined).map(holds)
  if (holding.length === 0) return []
  return [{ if: holding.length === 1 ? holding[0] : { allOf: holding }, then: { required: [name] } }]
}

/** An absent field does not meet a condition, so the field must be present. */
const holds = ({ field, schema }: Condition): JsonSchema => ({ properties: { [field]: schema }, required: [field] })

/** The fields or entries of a layout, without its sections and grids. */
export function leavesOf<Leaf extends { readonly kind: string; readonly name: string }>(
  nodes: readonly LayoutDraft<Leaf>[],
): Leaf[] {
  return nodes.flatMap((node) => ('children' in node ? leavesOf(node.children) : [node]))
}
