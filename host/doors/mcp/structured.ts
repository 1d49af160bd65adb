import type { JsonSchema } from '@atrium/sdk/documents'

/**
 * MCP of 2025 takes only objects as structured answers, so a list becomes `{ items, total }` and any other value `{ result }`; an
 * object stays as it is. The schema, where there is one, decides for the value too.
 */
export function structuredSchema(schema: JsonSchema): JsonSchema {
  const { $defs, ...own } = schema
  const definitions = $defs === undefined ? {} : { $defs }
  switch (shapeOf(schema)) {
    case 'object':
      return schema
    case 'list': {
      const properties = { items: own, total: { type: 'integer', description: 'How many there are in all' } }
      return { type: 'object', properties, required: ['items', 'total'], ...definitions }
    }
    case 'value':
      return { type: 'object', properties: { result: own }, required: ['result'], ...definitions }
  }
}

/** @param total how many there are in all, where the value is only a page of them */
export function structured(
  value: unknown,
  { schema, total }: { schema?: JsonSchema | undefined; total?: number | undefined },
) {
  const shape = schema === undefined ? shapeOfValue(value) : shapeOf(schema)
  if (shape === 'object') return value as Record<string, unknown>
  if (shape === 'value') return { result: value }
  return { items: value, total: total ?? (value as readonly unknown[]).length }
}

type Shape = 'object' | 'list' | 'value'

function shapeOf({ type }: JsonSchema): Shape {
  if (type === 'object') return 'object'
  return type === 'array' ? 'list' : 'value'
}

function shapeOfValue(value: unknown): Shape {
  if (Array.isArray(value)) return 'list'
  return typeof value === 'object' && value !== null ? 'object' : 'value'
}
