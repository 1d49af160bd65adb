import type { ResourceDefinition } from '@atrium/sdk/documents'
import type { Resource } from './resource.ts'
import { revisionOf } from '../../../core/registries/revision-of.ts'

/** What the panel's search needs to know of a resource. */
export function resourceDefinition(resource: Resource): ResourceDefinition {
  const { id, panel_id, module_id, title, titleField, paths, routes, pages, screenPath, draft } = resource
  const content = {
    panel_id,
    module_id,
    title,
    ...(draft.icon !== undefined && { icon: draft.icon }),
    record_title_attribute: titleField,
    list_path: paths.list,
    search_path: paths.search,
    searchable: (routes.search?.declaration.rules?.search?.length ?? 0) > 0,
    ...(pages.view && { view_path: `${screenPath}/:id` }),
    ...(pages.edit && { edit_path: `${screenPath}/:id/edit` }),
  }
  return { id, ...content, revision: revisionOf(content) }
}
