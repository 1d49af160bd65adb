import type { Static } from 'typebox'
import { Type } from 'typebox'
import { Column } from './column.ts'
import { AbsolutePath, Identifier, ScreenPath } from './identifier.ts'

/** The contribution of a plugin to another plugin's record: figures, then rows in columns. */
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
  more: Type.Optional(
    Type.Object(
      { label: Type.String(), path: ScreenPath },
      { description: 'The list that has all records, if `rows` are only some of them' },
    ),
  ),
  create: Type.Optional(
    Type.Object({ label: Type.String(), path: ScreenPath, permission: Type.Optional(Type.String()) }),
  ),
})
export type RecordSection = Static<typeof RecordSection>

/**
 * The contributions of other plugins to a record. `path` holds `{id}` and answers `sections`, each `{ plugin, title, value }` with a
 * `RecordSection` as its value, and `failed_sections`, each `{ plugin, title, detail }`.
 */
export const SectionsWidget = Type.Object(
  {
    kind: Type.Literal('sections'),
    id: Identifier,
    path: AbsolutePath,
    permission: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type SectionsWidget = Static<typeof SectionsWidget>
