import type { EntryDraft, InfolistDraft, LayoutDraft, Origin } from '@atrium/sdk/host'
import type { Color, Condition, Entry, EntryNode, RelationTarget } from '@atrium/sdk/documents'
import { type FieldInfo, type Fields, itemFieldsOf } from './field-info.ts'
import type { Report } from '../checks/finding.ts'
import { fixOfField, knownNames } from '../checks/finding.ts'
import { absolutePath, namedIn, reportUnanswered, type RouteIndex } from '../checks/route-index.ts'
import { reportKind } from './kinds.ts'
import { reportValues } from './values.ts'
import { SHOWN_KIND, shownMembers } from './shown-value.ts'

interface EntryContext {
  readonly name: string
  readonly fields: Fields
  /** The base of relative paths. */
  readonly api_base: string | undefined
  readonly routes: RouteIndex
  readonly report: Report
  /** Field → value → colour, as in the table. Entries without colours of their own use them. */
  readonly colors: ReadonlyMap<string, Record<string, Color>>
  /** Field → the records that it refers to, according to the table or the form. */
  readonly relations: ReadonlyMap<string, RelationTarget>
  /** Field → when the form shows it. */
  readonly conditions?: ReadonlyMap<string, Condition>
}

/** The entries of an infolist. Without a declaration: every visible field except the id, which the heading shows. */
export function makeEntries(draft: InfolistDraft, context: EntryContext): EntryNode[] {
  if (draft.entries !== undefined) return draft.entries.flatMap((node) => makeNode(node, context))
  // The table or the form has already reported problems of a relation.
  const silent = { ...context, report: () => undefined }
  return defaultDrafts(context).flatMap((entry) => makeNode(entry, silent))
}

function defaultDrafts({ fields, relations }: Pick<EntryContext, 'fields' | 'relations'>): EntryDraft[] {
  const visible = [...fields.values()].filter((field) => field.name !== 'id' && !field.writeOnly)
  return visible.map(({ name, type }) => {
    const relation = relations.get(name)
    if (relation !== undefined) return { origin: {}, kind: 'relation', name, relation }
    const kind = type === 'objects' ? 'repeater' : SHOWN_KIND[type]
    return { origin: {}, kind, name, multiline: type === 'long_text' }
  })
}

/** The context for the members of a subtitle. */
interface SubtitleContext extends Omit<EntryContext, 'colors'> {
  readonly origin: Origin
}

/** The entries of the fields that distinguish records, each in the default kind of its field. Undefined without names. */
export function makeSubtitle(
  names: readonly string[] | undefined,
  { origin, ...context }: SubtitleContext,
): Entry[] | undefined {
  if (names === undefined) return undefined
  const drafts = new Map(defaultDrafts(context).map((draft) => [draft.name, draft]))
  const number: EntryDraft = { origin: {}, kind: 'text', name: 'id' }
  return names.flatMap((name) => {
    const field = context.fields.get(name)
    const draft = name === 'id' ? number : drafts.get(name)
    if (field !== undefined && draft !== undefined && draft.kind !== 'repeater')
      return [makeEntry(draft, { field, context: { ...context, colors: new Map(), report: () => undefined } })]
    context.report({
      code: 'field_unknown',
      message: `The record subtitle [${name}] is not a field of [${context.name}] that has one value to show.`,
      fix: knownNames(name, [...drafts.keys()]),
      origin,
    })
    return []
  })
}

function makeNode(node: LayoutDraft<EntryDraft>, context: EntryContext): EntryNode[] {
  if ('children' in node) {
    return [{ ...node, children: node.children.flatMap((child) => makeNode(child, context)) } as EntryNode]
  }
  const field = context.fields.get(node.name)
  if (field !== undefined) return [makeEntry(node, { field, context })]
  context.report({
    code: 'field_unknown',
    message: `The entry [${node.name}] is not a field of [${context.name}].`,
    fix: fixOfField(node, context.fields),
    origin: node.origin,
  })
  return []
}

function makeEntry(draft: EntryDraft, { field, context }: { field: FieldInfo; context: EntryContext }): Entry {
  const who = `The entry [${draft.name}] of [${context.name}]`
  const place = { who, report: context.report, origin: draft.origin }
  const visible_when = context.conditions?.get(draft.name)
  if (draft.kind !== 'repeater') reportKind({ kind: draft.kind, field, ...place })
  reportValues(Object.keys(draft.colors ?? {}), field, { ...place, code: 'color_without_value' })
  return {
    kind: draft.kind,
    name: draft.name,
    label: draft.label ?? field.label,
    ...(field.permission !== undefined && { permission: field.permission }),
    ...(visible_when && { visible_when }),
    ...(draft.kind === 'text' && draft.multiline === true && { multiline: true }),
    ...kindMembers(draft, { field, context, who }),
  } as Entry
}

interface EntryPlace {
  readonly field: FieldInfo
  readonly context: EntryContext
  readonly who: string
}

/** The members that only this kind of entry has. */
function kindMembers(draft: EntryDraft, { field, context, who }: EntryPlace): object {
  switch (draft.kind) {
    case 'repeater':
      return { entries: itemEntries(draft, { field, context }) }
    case 'values':
      return valuesMembers(draft, context)
    case 'choices':
      return { choices_path: choicesPath(draft, { context, who }) }
    case 'condition':
      return { fields_path: choicesPath(draft, { context, who }) }
    default: {
      const colors = draft.colors ?? context.colors.get(draft.name)
      return shownMembers({ ...draft, kind: draft.kind, colors }, field, { ...context, who, origin: draft.origin })
    }
  }
}

/** The path of the labels of an entry. It must be answered, and may name fields of the record. */
function choicesPath({ choices_path = '', origin }: EntryDraft, { context, who }: Omit<EntryPlace, 'field'>): string {
  const { api_base, routes, report, fields } = context
  const path = absolutePath(choices_path, api_base)
  reportUnanswered(path, { who, routes, report, origin })
  for (const named of namedIn(path).filter((each) => each !== 'id' && !fields.has(each)))
    report({
      code: 'field_unknown',
      message: `${who} requests [${path}], but [${named}] is not a field.`,
      ...{ fix: knownNames(named, fields.keys()), origin },
    })
  return path
}

/** The member that names the owner of the values must be a field of the record. */
function valuesMembers({ name, of = '', changes, origin }: EntryDraft, { fields, report, name: record }: EntryContext) {
  if (!fields.has(of))
    report({
      code: 'field_unknown',
      message: `The entry [${name}] of [${record}] shows values of [${of}], which is not a field.`,
      ...{ fix: knownNames(of, fields.keys()), origin },
    })
  return { of, ...(changes === true && { changes: true }) }
}

function itemEntries(draft: EntryDraft, { field, context }: { field: FieldInfo; context: EntryContext }): EntryNode[] {
  const fields = itemFieldsOf(field)
  const item = {
    ...context,
    name: `${context.name}/${draft.name}`,
    fields,
    colors: new Map(),
    relations: new Map(),
    conditions: new Map(),
  }
  return (draft.entries ?? defaultDrafts(item)).flatMap((entry) => makeNode(entry, item))
}
