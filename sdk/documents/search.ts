import type { Static } from 'typebox'
import { Type } from 'typebox'
import { RecordSubtitle } from './entry.ts'
import { AbsolutePath, FieldName, Identifier, Revision } from './identifier.ts'

/** A resource, as the search of its panel needs it. Served at `GET /api/v1/panels/{panelId}/resources`. */
export const ResourceDefinition = Type.Object(
  {
    id: Identifier,
    panel_id: Identifier,
    module_id: Identifier,
    title: Type.String(),
    icon: Type.Optional(Type.String()),
    record_title_attribute: FieldName,
    record_subtitle: RecordSubtitle,
    record_time: Type.Optional(
      Type.Unsafe<string>({ ...FieldName, description: 'When a record is; the search shows those that come first' }),
    ),
    list_path: AbsolutePath,
    search_path: AbsolutePath,
    searchable: Type.Boolean({ description: 'The search path answers `q`' }),
    view_path: Type.Optional(Type.String()),
    edit_path: Type.Optional(Type.String()),
    revision: Revision,
  },
  { additionalProperties: false },
)
export type ResourceDefinition = Static<typeof ResourceDefinition>

const SearchHit = Type.Object(
  {
    id: Type.Union([Type.String(), Type.Number()]),
    title: Type.String(),
    subtitle: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What tells it apart; times and days in ISO 8601, titles of related records',
      }),
    ),
    path: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

/**
 * The answer of `GET /api/v1/panels/{panelId}/search?q=`: hits by resource, best first, and the sources that were late or failed.
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
      Type.Object(
        { resource_id: Identifier, title: Type.String(), reason: Type.Enum(['late', 'failed']) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type SearchResult = Static<typeof SearchResult>
