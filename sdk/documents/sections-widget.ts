import { type Static, Type } from 'typebox'
import { AbsolutePath, Identifier } from './identifier.ts'

/**
 * What other plugins know of a record. `path` holds `{id}` and answers `sections`, each `{ plugin, title, value }` with a
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
