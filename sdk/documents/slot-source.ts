import { type Static, Type } from 'typebox'
import { AbsolutePath, FieldName } from './identifier.ts'

/**
 * Where the times are that can be chosen. The path names other fields of the form, and besides `{from}` and `{to}`, the first and
 * the last day asked for, `{zone}`, the time zone (IANA) whose days these are, and `{id}`, the record that is edited: a parameter
 * that names it is left out where there is none.
 */
export const SlotSource = Type.Object(
  {
    path: AbsolutePath,
    starts: { ...FieldName, description: 'The member of a slot that is the value: an instant' },
    zone: Type.Optional({ ...FieldName, description: 'The member that names the zone in which the slot takes place' }),
  },
  { additionalProperties: false },
)
export type SlotSource = Static<typeof SlotSource>
