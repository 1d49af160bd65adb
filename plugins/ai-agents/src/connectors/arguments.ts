import { ApiError } from '@atrium/sdk'
import type { jsonSchemaValidator } from '@modelcontextprotocol/client'
import { safeSchema } from './safe-schema.ts'

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
