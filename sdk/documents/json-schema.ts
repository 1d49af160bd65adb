import { Type } from 'typebox'

/** A JSON Schema, draft 2020-12, as plain JSON. */
export type JsonSchema = { readonly [keyword: string]: unknown }
export const JsonSchema = Type.Unsafe<JsonSchema>(Type.Object({}, { additionalProperties: true }))
