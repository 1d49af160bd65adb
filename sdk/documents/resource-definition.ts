import { type Static, Type } from 'typebox'
import { AbsolutePath, FieldName, Identifier, Revision } from './identifier.ts'

/** What the panel's search needs to know of a resource. Served at `GET /api/v1/panels/{panelId}/resources`. */
export const ResourceDefinition = Type.Object(
  {
    id: Identifier,
    panel_id: Identifier,
    module_id: Identifier,
    title: Type.String(),
    icon: Type.Optional(Type.String()),
    record_title_attribute: FieldName,
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
