import { type Static, Type } from 'typebox'
import { Entry } from './entry.ts'
import { AbsolutePath, Identifier } from './identifier.ts'

/**
 * What was changed in a record, the latest first. `path` holds `{id}` and answers a page of entries with `id`, `at`, `person`, `origin`,
 * `action`, `changes` and `restorable`. `entries` say how the values of the fields look.
 */
export const HistoryWidget = Type.Object(
  {
    kind: Type.Literal('history'),
    id: Identifier,
    path: AbsolutePath,
    permission: Type.Optional(Type.String()),
    entries: Type.Array(Entry),
    restore: Type.Optional(
      Type.Object(
        {
          path: { ...AbsolutePath, description: 'Brings the record back; `{entry_id}` is the entry' },
          permission: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type HistoryWidget = Static<typeof HistoryWidget>
