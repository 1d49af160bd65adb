import { type Static, Type } from 'typebox'
import { FieldName } from './identifier.ts'
import { JsonSchema } from './json-schema.ts'

/**
 * Holds when the named field of the record suits the schema. A field that is absent does not suit.
 * Host and shell evaluate the same schema (design section 4).
 */
export const Condition = Type.Object({ field: FieldName, schema: JsonSchema }, { additionalProperties: false })
export type Condition = Static<typeof Condition>
