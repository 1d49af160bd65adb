import { type Static, Type } from 'typebox'
import { Option } from './values.ts'

/** One of the values that a field of the kind `choices` or `condition` offers. Its path answers a list of them. */
export const Choice = Type.Object(
  {
    value: Type.String(),
    label: Type.String(),
    group: Type.Optional(Type.String({ description: 'The heading below which it stands' })),
    description: Type.Optional(Type.String()),
    options: Type.Optional(Type.Array(Option, { description: 'For a field of a record: the values that it may have' })),
  },
  { title: 'Choice', additionalProperties: false },
)
export type Choice = Static<typeof Choice>
