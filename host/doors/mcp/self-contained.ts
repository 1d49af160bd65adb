import type { JsonSchema } from '@atrium/sdk/documents'
import { hoistDefinitions } from '../../core/operations/openapi/components.ts'

const ELSEWHERE = /"\$ref":"(?!#)/

/**
 * A schema whose references lead nowhere but into itself. One that refers to itself by the `$id` of a definition, as TypeBox writes
 * it, would make clients look for another document.
 */
export function selfContained(schema: JsonSchema): JsonSchema {
  if (!ELSEWHERE.test(JSON.stringify(schema))) return schema
  const { components, ...rest } = hoistDefinitions({ ...schema, components: { schemas: {} } }) as Hoisted
  const text = JSON.stringify({ ...rest, $defs: components.schemas })
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/')) as JsonSchema
}

interface Hoisted extends JsonSchema {
  readonly components: { readonly schemas: object }
}
