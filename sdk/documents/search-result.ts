import { type Static, Type } from 'typebox'
import { Identifier } from './identifier.ts'

const SearchHit = Type.Object(
  { id: Type.Union([Type.String(), Type.Number()]), title: Type.String(), path: Type.Optional(Type.String()) },
  { additionalProperties: false },
)

/**
 * What `GET /api/v1/panels/{panelId}/search?q=` answers: hits by resource, best first, and the sources that were late or failed.
 */
export const SearchResult = Type.Object(
  {
    query: Type.String(),
    groups: Type.Array(
      Type.Object(
        {
          resource_id: Identifier,
          title: Type.String(),
          icon: Type.Optional(Type.String()),
          total: Type.Integer(),
          hits: Type.Array(SearchHit),
        },
        { additionalProperties: false },
      ),
    ),
    incomplete: Type.Array(
      Type.Object({ resource_id: Identifier, reason: Type.Enum(['late', 'failed']) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)
export type SearchResult = Static<typeof SearchResult>
