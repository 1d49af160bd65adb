import { ApiError } from '@atrium/sdk'
import type { jsonSchemaValidator } from '@modelcontextprotocol/client'

type Values = Readonly<Record<string, unknown>>

/** The validator of the MCP client, which knows the dialects of JSON Schema, without expressions of the external system. Loaded when first used. */
export async function safeValidator(): Promise<jsonSchemaValidator> {
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/client/validators/ajv')
  const ajv = new AjvJsonSchemaValidator()
  return { getValidator: (schema) => ajv.getValidator(safeSchema(schema)) }
}

const validatorOf = async (schema: object) => (await safeValidator()).getValidator<Values>(schema)

/** Why a schema cannot check arguments; undefined if it can. */
export async function schemaProblem(schema: object): Promise<string | undefined> {
  return validatorOf(schema).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message.slice(0, 300) : 'unknown reason'),
  )
}

/** @throws ApiError 422 that describes the invalid arguments */
export async function checkArguments(tool: string, input: Values, schema: object): Promise<void> {
  const result = (await validatorOf(schema))(input)
  if (result.valid) return
  throw new ApiError('validation_failed', {
    detail: `The arguments of [${tool}] are wrong: ${result.errorMessage.slice(0, 1_000)}.`,
  })
}

/** Members of a schema that have schemas by name, so that none of their names is a keyword. */
const MAPS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas'])

/** Members that have values instead of schemas. */
const VALUES = new Set(['enum', 'const', 'default', 'examples'])

/**
 * A schema of an external system without its regular expressions and formats. JavaScript tries an expression such as `^(a+)+$` for
 * years on a text of fifty characters, and the whole host would wait. The system checks them itself.
 */
function safeSchema<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(safeSchema) as Schema
  if (typeof schema !== 'object' || schema === null) return schema
  const { pattern: _, format: __, patternProperties, ...rest } = schema as Record<string, unknown>
  // What only an expression allows is not refused without it.
  if (patternProperties !== undefined) for (const name of CLOSES) delete rest[name]
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, memberOf(name, value)])) as Schema
}

const CLOSES = ['additionalProperties', 'unevaluatedProperties']

function memberOf(name: string, value: unknown): unknown {
  if (VALUES.has(name)) return value
  if (!MAPS.has(name) || typeof value !== 'object' || value === null) return safeSchema(value)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, safeSchema(each as unknown)]))
}
