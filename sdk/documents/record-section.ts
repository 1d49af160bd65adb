import { type Static, Type } from 'typebox'
import { Column } from './column.ts'
import { ScreenPath } from './screen-path.ts'

/** What a plugin shows of another plugin's record, as it answers with `contribute`: figures, then rows in columns, as in a list. */
export const RecordSection = Type.Object({
  title: Type.String(),
  entries: Type.Optional(
    Type.Array(Type.Object({ label: Type.String(), value: Type.Union([Type.String(), Type.Number()]) })),
  ),
  columns: Type.Optional(Type.Array(Column)),
  rows: Type.Optional(
    Type.Array(Type.Object({ id: Type.Union([Type.String(), Type.Integer()]) }, { additionalProperties: true })),
  ),
  view_path: Type.Optional(ScreenPath),
  create: Type.Optional(
    Type.Object({ label: Type.String(), path: ScreenPath, permission: Type.Optional(Type.String()) }),
  ),
})
export type RecordSection = Static<typeof RecordSection>
