import type { FormDefinition, JsonSchema } from '@atrium/sdk/documents'

/** Fields, and the schema of the object they are of: a form, or what stands in a list. */
export type FieldSet = Pick<FormDefinition, 'schema' | 'fields'>

/** The fields of each object of a list; undefined where a field holds no list. */
export function itemSet({ schema, fields }: FieldSet, name: string): FieldSet | undefined {
  const field = fields[name]
  if (field?.kind !== 'repeater') return undefined
  const properties = schema.properties as Readonly<Record<string, { items?: JsonSchema }>> | undefined
  return { schema: properties?.[name]?.items ?? {}, fields: field.fields }
}

/** The objects of a list. */
export function itemsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map((each: unknown) => (isObject(each) ? each : {})) : []
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
