import { type Static, Type } from 'typebox'
import { AbsolutePath, FieldName } from './identifier.ts'

/** Where the records live that a field points at: a list in the dialect, and the field that names one. */
export const RelationTarget = Type.Object(
  { list_path: AbsolutePath, title_attribute: FieldName },
  { additionalProperties: false },
)
export type RelationTarget = Static<typeof RelationTarget>
