import type { FormDefinition, JsonSchema, LayoutNode } from '@atrium/sdk/documents'
import type { Can } from './hide-denied.ts'

type Properties = Record<string, JsonSchema>

/** A form without the fields that the caller may not see: none in the layout, and none that the schema asks for. */
export function hideDeniedFields(form: FormDefinition, can: Can): FormDefinition {
  const properties = (form.schema.properties ?? {}) as Properties
  const denied = new Set(
    [...Object.entries(form.fields), ...Object.entries(properties)]
      .filter(([, { permission }]) => typeof permission === 'string' && !can(permission))
      .map(([name]) => name),
  )
  if (denied.size === 0) return form
  return {
    ...form,
    fields: withoutNames(form.fields, denied),
    layout: layoutWithout(form.layout, denied),
    schema: schemaWithout(form.schema, denied),
  }
}

function withoutNames<Value>(record: Record<string, Value>, names: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)))
}

function layoutWithout(nodes: readonly LayoutNode[], names: ReadonlySet<string>): LayoutNode[] {
  return nodes.flatMap((node): LayoutNode[] => {
    if (node.kind === 'field') return names.has(node.name) ? [] : [node]
    const children = layoutWithout(node.children, names)
    return children.length === 0 && node.children.length > 0 ? [] : [{ ...node, children }]
  })
}

/** Conditions stand in `allOf`, as `if` … `then: { required }`: what asks for nothing any more holds of itself. */
function schemaWithout(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const { properties, required, then, allOf } = schema as {
    properties?: Properties
    required?: string[]
    then?: JsonSchema
    allOf?: JsonSchema[]
  }
  return {
    ...schema,
    ...(properties && { properties: withoutNames(properties, names) }),
    ...(required && { required: required.filter((name) => !names.has(name)) }),
    ...(then && { then: schemaWithout(then, names) }),
    ...(allOf && { allOf: allOf.map((each) => schemaWithout(each, names)) }),
  }
}
