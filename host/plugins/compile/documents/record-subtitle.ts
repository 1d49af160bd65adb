import type { Entry, RelationTarget } from '@atrium/sdk/documents'
import { type EntryDraft, type FieldDraft, member_origin } from '@atrium/sdk/host'
import type { CompileContext } from '../checks/route-index.ts'
import { leavesOf } from '../widgets/conditions.ts'
import { makeSubtitle } from '../widgets/make-entries.ts'
import type { Resource } from './resource.ts'

/** What tells records with the same title apart. Undefined if the resource does not declare it. */
export function subtitleOf(resource: Resource, { routes, report }: CompileContext): Entry[] | undefined {
  const { id, draft, fields } = resource
  const origin = member_origin(draft, 'record_subtitle') ?? draft.origin
  const relations = relationsOf(resource)
  return makeSubtitle(draft.record_subtitle, {
    ...{ name: id, fields, routes, report, relations, origin },
    api_base: draft.api_base,
  })
}

/** The relations that the table, the form or the infolist declares, for entries that nobody declared. */
export function relationsOf({ draft }: Resource): Map<string, RelationTarget> {
  const fields: readonly { readonly name: string; readonly relation?: RelationTarget }[] = [
    ...leavesOf<EntryDraft>(draft.infolist?.entries ?? []),
    ...leavesOf<FieldDraft>(draft.form?.fields ?? []),
    ...(draft.table?.columns ?? []),
  ]
  return new Map(fields.flatMap(({ name, relation }) => (relation ? [[name, relation] as const] : [])))
}
