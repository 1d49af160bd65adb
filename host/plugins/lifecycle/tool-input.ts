import type { JsonSchema } from '@atrium/sdk/documents'
import type { Operation } from '../../registries/operation.ts'

/**
 * What an agent sends to call an operation: one object with the parameters of the path, those of the query, and the members of the
 * body. A parameter of the path wins over a member of the body with the same name.
 */
export function toolInput({ path, schemas }: Operation): JsonSchema {
  const body = objectOf(schemas.body)
  const query = objectOf(schemas.query as JsonSchema | undefined)
  const params = objectOf((schemas.params as JsonSchema | undefined) ?? textParameters(path))
  const { properties: _, required: __, ...conditions } = body.schema
  return {
    ...conditions,
    type: 'object',
    properties: { ...body.properties, ...query.properties, ...params.properties },
    required: [...new Set([...params.required, ...query.required, ...body.required])],
  }
}

function objectOf(schema: JsonSchema = {}) {
  return {
    schema,
    properties: (schema.properties ?? {}) as Record<string, JsonSchema>,
    required: (schema.required ?? []) as string[],
  }
}

function textParameters(path: string): JsonSchema {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  return { properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])), required: names }
}
