import type { Entry, RelationTarget } from '@atrium/sdk/documents'
import { type EntryDraft, type FieldDraft, member_origin } from '@atrium/sdk/host'
import { knownNames } from '../checks/finding.ts'
import type { CompileContext } from '../checks/route-index.ts'
import { leavesOf } from '../widgets/conditions.ts'
import { makeSubtitle } from '../widgets/make-entries.ts'
import type { Resource } from './resource.ts'

/** The subtitle that distinguishes records with the same title. Undefined if the resource does not declare it. */
export function subtitleOf(resource: Resource, { routes, report }: CompileContext): Entry[] | undefined {
  const { id, draft, fields } = resource
  const origin = member_origin(draft, 'record_subtitle') ?? draft.origin
  const relations = relationsOf(resource)
  return makeSubtitle(draft.record_subtitle, {
    ...{ name: id, fields, routes, report, relations, origin },
    api_base: draft.api_base,
  })
}

/** Reports a time that is not a field of the record, or that the search cannot filter by. */
export function checkTime({ id, draft, fields, routes }: Resource, { report }: CompileContext): void {
  const { record_time: time } = draft
  const origin = member_origin(draft, 'record_time') ?? draft.origin
  if (time === undefined) return
  if (!fields.has(time)) {
    report({
      code: 'field_unknown',
      message: `The resource [${id}] names [${time}] as the time of its records, but that is not a field of its record.`,
      fix: knownNames(time, fields.keys()),
      origin,
    })
    return
  }
  const rules = routes.search?.declaration.rules
  for (const [option, code] of [
    ['filter', 'filter_not_supported'],
    ['sort', 'sort_not_supported'],
  ] as const) {
    if (rules === undefined || rules[option]?.includes(time) === true) continue
    report({
      code,
      message: `The search of [${id}] asks for records by their time [${time}], but its list cannot ${option} by it.`,
      fix: `Add '${time}' to the store's \`${option}\`.`,
      origin,
    })
  }
}

/** The relations that the table, the form or the infolist declares, for default entries. */
export function relationsOf({ draft }: Resource): Map<string, RelationTarget> {
  const fields: readonly { readonly name: string; readonly relation?: RelationTarget }[] = [
    ...leavesOf<EntryDraft>(draft.infolist?.entries ?? []),
    ...leavesOf<FieldDraft>(draft.form?.fields ?? []),
    ...(draft.table?.columns ?? []),
  ]
  return new Map(fields.flatMap(({ name, relation }) => (relation ? [[name, relation] as const] : [])))
}
