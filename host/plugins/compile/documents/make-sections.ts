import type { SectionsWidget } from '@atrium/sdk/documents'
import { absolutePath } from '../checks/absolute-path.ts'
import { reportUnanswered } from '../checks/report-unanswered.ts'
import { permissionOf, type ResourceContext } from './resource-context.ts'

/** The block with what other plugins know of a record; none where the resource asks for none. */
export function makeSections({ resource, routes, report }: ResourceContext): SectionsWidget[] {
  const { id, draft } = resource
  if (draft.sections === undefined) return []
  const path = absolutePath(draft.sections.path, draft.api_base)
  reportUnanswered(path, { who: `The block of sections of [${id}]`, routes, report, origin: draft.sections.origin })
  const named = path.replaceAll(/\{\w+\}/g, '{id}')
  return [{ kind: 'sections', id: `${id}-sections`, path: named, ...permissionOf(routes.find('GET', path)) }]
}
