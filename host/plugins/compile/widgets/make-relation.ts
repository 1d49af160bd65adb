import { label_of } from '@atrium/sdk'
import { member_origin, type RelationDraft } from '@atrium/sdk/host'
import type { TableWidget } from '@atrium/sdk/documents'
import { reportQuery } from './asked-query.ts'
import { absolutePath, permissionOf, reportScreen, reportUnanswered } from '../checks/route-index.ts'
import { fieldsOf } from './field-info.ts'
import type { AddForm, Report } from '../checks/finding.ts'
import { makeSubtitle } from './make-entries.ts'
import { makeActions } from './make-actions.ts'
import { makeTable } from './make-table.ts'
import type { RouteIndex } from '../checks/route-index.ts'

export interface RelationPlace {
  /** The resource or dashboard around the block, for ids and messages. */
  readonly name: string
  readonly api_base: string | undefined
  readonly routes: RouteIndex
  readonly report: Report
  readonly addForm: AddForm
  /** Whether the block is on the screen of a record. */
  readonly hasParent?: boolean
  /** Whether the host lets people undo changes. */
  readonly undo: boolean
}

/** A list of related records on a screen. Undefined, and reported, if it has no id, list path or record. */
export function makeRelation(
  draft: RelationDraft,
  { name, api_base, routes, report, ...place }: RelationPlace,
): TableWidget | undefined {
  const { id, list_path: declared, record } = draft
  if (id === undefined || declared === undefined || record === undefined) {
    report({
      code: 'relation_incomplete',
      message: `A list in [${name}] has no ${id === undefined ? 'id' : declared === undefined ? 'list path' : 'record'}.`,
      fix: 'Say `.id(…)`, `.record(…)` and `.list_path(…)`.',
      origin: draft.origin,
    })
    return undefined
  }
  const list_path = absolutePath(declared, api_base)
  const asking = { who: `The list [${id}] in [${name}]`, routes, report, origin: draft.origin }
  reportUnanswered(list_path, asking)
  reportQuery(list_path, asking)
  reportScreen(draft.view_path, { ...asking, origin: member_origin(draft, 'view_path') ?? draft.origin })
  const fields = fieldsOf(record)
  const actions = makeActions(draft.table?.actions ?? [], {
    name: `${name}/${id}`,
    fields,
    api_base,
    routes,
    report,
    ...place,
  })
  const title = draft.title ?? label_of(id)
  const subtitle = makeSubtitle(draft.record_subtitle, {
    ...{ name: `${name}/${id}`, fields, api_base, routes, report },
    relations: new Map(
      (draft.table?.columns ?? []).flatMap(({ name, relation }) => (relation ? [[name, relation]] : [])),
    ),
    origin: member_origin(draft, 'record_subtitle') ?? draft.origin,
  })
  const list = routes.find('GET', list_path)
  return makeTable(draft.table ?? {}, {
    name: `${name}/${id}`,
    fields,
    rules: list?.declaration.rules,
    api_base,
    routes,
    report,
    // Not built from the title, which may be any phrase and would give "No to be confirmed yet".
    empty: { title: 'Nothing here yet' },
    place: {
      id: `${name}-${id}`,
      heading: title,
      list_path,
      ...permissionOf(list),
      record_title_attribute: draft.record_title_attribute ?? (fields.has('name') ? 'name' : 'id'),
      ...(subtitle && { record_subtitle: subtitle }),
      ...(draft.view_path !== undefined && { view_path: draft.view_path }),
    },
    actions,
  })
}
