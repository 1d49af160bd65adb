import { type Static, Type } from 'typebox'

/** One choice of a select, a filter or a badge. */
export const Option = Type.Object(
  { value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]), label: Type.String() },
  { additionalProperties: false },
)
export type Option = Static<typeof Option>
