import type { Static } from 'typebox'
import { Type } from 'typebox'
import { FieldName, AbsolutePath } from './identifier.ts'

/** One choice of a select, a filter or a badge. */
export const Option = Type.Object(
  { value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]), label: Type.String() },
  { additionalProperties: false },
)
export type Option = Static<typeof Option>

/** The colours a declaration may name; the shell maps them to its theme, light and dark. */
export const Color = Type.Enum(['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'])
export type Color = Static<typeof Color>

/**
 * The formats of texts that are codes, which people choose and read by their names: a country (ISO 3166, two letters), a language (BCP 47), a
 * currency (ISO 4217), a time zone (IANA).
 */
export const CodeFormat = Type.Enum(['country', 'language', 'currency', 'time-zone'])
export type CodeFormat = Static<typeof CodeFormat>

/** A JSON Schema, draft 2020-12, as plain JSON. */
export type JsonSchema = { readonly [keyword: string]: unknown }
export const JsonSchema = Type.Unsafe<JsonSchema>(Type.Object({}, { additionalProperties: true }))

/**
 * Holds if the named field of the record matches the schema. A missing field does not match.
 * Host and shell evaluate the same schema (ARCHITECTURE: Documents).
 */
export const Condition = Type.Object({ field: FieldName, schema: JsonSchema }, { additionalProperties: false })
export type Condition = Static<typeof Condition>

/** A member of an answer that is shown once, in a dialog to copy from, and is kept nowhere. */
export const SecretMember = Type.Object(
  {
    name: Type.String(),
    label: Type.String(),
    description: Type.Optional(Type.String()),
    format: Type.Optional(
      Type.Literal('uri-reference', { description: 'An address relative to that of the platform' }),
    ),
  },
  { additionalProperties: false },
)
export type SecretMember = Static<typeof SecretMember>

/** Where the records live that a field points at: a list in the dialect, and the field that names one. */
export const RelationTarget = Type.Object(
  { list_path: AbsolutePath, title_attribute: FieldName },
  { additionalProperties: false },
)
export type RelationTarget = Static<typeof RelationTarget>
