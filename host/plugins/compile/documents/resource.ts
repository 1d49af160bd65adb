import type { EntryDraft, ResourceDraft, Pages, FieldDraft, LayoutDraft } from '@atrium/sdk/host'
import { member_origin } from '@atrium/sdk/host'
import { recordAnswered } from '../checks/references.ts'
import { singular, fieldsOf } from '../widgets/field-info.ts'
import { label_of, Type } from '@atrium/sdk'
import type { Field } from '@atrium/sdk/documents'
import type { TObject, TProperties, TSchema } from 'typebox'
import type { Operation, ShownColumn } from '../../../core/registries/index.ts'
import type { Report } from '../checks/finding.ts'
import { knownNames } from '../checks/finding.ts'
import type { RouteIndex } from '../checks/route-index.ts'
import { absolutePath } from '../checks/route-index.ts'
import { screenPath } from '../checks/screens.ts'
import type { Fields } from '../widgets/field-info.ts'
import { leavesOf } from '../widgets/conditions.ts'

const SCHEMA_OF_KIND: Record<Field['kind'], (draft: FieldDraft) => TSchema> = {
  text: () => Type.String({ maxLength: 250 }),
  textarea: () => Type.String(),
  number: () => Type.Number(),
  money: () => Type.Integer({ currency: 'EUR' }),
  select: ({ multiple }) => (multiple ? Type.Array(Type.String()) : Type.String()),
  tags: () => Type.Array(Type.String()),
  toggle: () => Type.Boolean(),
  date: () => Type.String({ format: 'date' }),
  datetime: () => Type.String({ format: 'date-time' }),
  time: () => Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
  recurrence: () => Type.String({ format: 'rrule', maxLength: 250 }),
  repeater: ({ fields = [] }) => Type.Array(Type.Partial(Type.Object(propertiesOf(fields)))),
  choices: () => Type.Array(Type.String()),
  comparison: () => Type.Array(Type.String()),
  condition: () => Type.String(),
  color: () => Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
  key_value: () => Type.Record(Type.String(), Type.String()),
  json: () => Type.Unknown(),
  slot: () => Type.String({ format: 'date-time' }),
  file: () => Type.String({ format: 'binary' }),
  element: () => Type.Unknown(),
  relation: () => Type.Union([Type.Integer(), Type.String()]),
}

/**
 * The record of a resource that declares none. Columns, filters, entries and fields are accepted as declared, with the types of the list's
 * store or `response` where it has them (ARCHITECTURE: Builders). Only fields of the form can be required, because only they can be filled
 * in.
 */
function undeclaredRecord({ form, table, infolist }: ResourceDraft, list: Operation | undefined): TObject {
  const answered: TProperties = recordAnswered(list)?.properties ?? {}
  const asked = propertiesOf(form?.fields ?? [])
  const shown: readonly { readonly name: string }[] = [
    ...(table?.columns ?? []),
    ...(table?.filters ?? []),
    ...leavesOf<EntryDraft>(infolist?.entries ?? []),
  ]
  const named = Object.fromEntries(shown.map(({ name }) => [name, Type.Unknown()]))
  const id = Type.Union([Type.Integer(), Type.String()], { readOnly: true })
  const all: TProperties = { id, ...named, ...asked, ...answered }
  const isRequired = (name: string) => form?.fields !== undefined && name in asked && name in answered
  const kept = ([name, schema]: [string, TSchema]) => [name, isRequired(name) ? schema : Type.Optional(schema)] as const
  return Type.Object(Object.fromEntries(Object.entries(all).map(kept)))
}

function propertiesOf(nodes: readonly LayoutDraft<FieldDraft>[]): TProperties {
  const fields = leavesOf<FieldDraft>(nodes)
  return Object.fromEntries(fields.map((draft) => [draft.name, SCHEMA_OF_KIND[draft.kind](draft)]))
}

/** A declared resource with its defaults filled in and its routes resolved. Documents are made from it. */
export interface Resource {
  readonly draft: ResourceDraft
  readonly id: string
  readonly title: string
  /** The singular noun for one record, as used in a sentence. */
  readonly singular: string
  readonly panel_id: string
  readonly module_id: string
  /** `/operations/items`. */
  readonly screenPath: string
  readonly record: TObject
  readonly fields: Fields
  readonly titleField: string
  /** Absolute paths. Those of a record contain `{id}`. */
  readonly paths: { readonly list: string; readonly create: string; readonly search: string; readonly record: string }
  readonly routes: {
    readonly list?: Operation
    readonly create?: Operation
    readonly read?: Operation
    readonly search?: Operation
    /** PATCH if there is one, or else PUT. */
    readonly update?: Operation
    readonly delete?: Operation
    readonly changeMany?: Operation
    readonly deleteMany?: Operation
    readonly importMany?: Operation
  }
  readonly pages: { readonly list: boolean; readonly create: boolean; readonly edit: boolean; readonly view: boolean }
}

interface ResolveContext {
  readonly routes: RouteIndex
  readonly report: Report
}

/** Fills in a resource's defaults and resolves its routes. Undefined, and reported, if it has no id. */
export function resolveResource(draft: ResourceDraft, { routes, report }: ResolveContext): Resource | undefined {
  const { id } = draft
  if (id === undefined) {
    report({
      code: 'resource_id_missing',
      message: `A resource of [${draft.panel_id}/${draft.module_id}] has no id.`,
      fix: 'Add one: `.id("items")`.',
      origin: draft.origin,
    })
    return undefined
  }
  const title = draft.title ?? label_of(id)
  const paths = pathsOf(id, draft)
  const record = draft.record ?? undeclaredRecord(draft, routes.find('GET', paths.list))
  const fields = fieldsOf(record)
  return {
    draft,
    id,
    title,
    singular: singular(title),
    panel_id: draft.panel_id,
    module_id: draft.module_id,
    screenPath: screenPath(draft.panel_id, draft.module_path ?? id, {
      report,
      origin: member_origin(draft, 'module_path') ?? draft.origin,
    }),
    record,
    fields,
    titleField: titleFieldOf(draft, { fields, report }),
    paths,
    routes: routesOf(paths, routes),
    pages: pagesOf(draft),
  }
}

/** Adds the columns of screens without a record to their lists. The first answer of a list shows whether they exist. */
export const withColumns = (operations: readonly Operation[], resources: readonly Resource[]): Operation[] =>
  operations.map((operation) => {
    const columns = resources.flatMap(({ draft, routes: { list } }) =>
      draft.record === undefined && list?.name === operation.name ? undescribed(draft, operation) : [],
    )
    return columns.length === 0 ? operation : { ...operation, columns }
  })

function undescribed({ table }: ResourceDraft, list: Operation): ShownColumn[] {
  const known: TProperties = recordAnswered(list)?.properties ?? {}
  return (table?.columns ?? []).filter(({ name }) => !(name in known))
}

function pathsOf(id: string, draft: ResourceDraft): Resource['paths'] {
  const under = (path: string) => absolutePath(path, draft.api_base)
  const list = under(draft.list_path ?? `/${id}`)
  return {
    list,
    create: draft.create_path === undefined ? list : under(draft.create_path),
    search: draft.search_path === undefined ? list : under(draft.search_path),
    record: (draft.record_path === undefined ? `${list}/{id}` : under(draft.record_path)).replace(/\{\w+\}$/, '{id}'),
  }
}

function routesOf(paths: Resource['paths'], routes: RouteIndex): Resource['routes'] {
  const update = routes.find('PATCH', paths.record) ?? routes.find('PUT', paths.record)
  return defined({
    list: routes.find('GET', paths.list),
    create: routes.find('POST', paths.create),
    read: routes.find('GET', paths.record),
    search: routes.find('GET', paths.search),
    update,
    delete: routes.find('DELETE', paths.record),
    changeMany: routes.find('POST', `${paths.list}/change`),
    deleteMany: routes.find('POST', `${paths.list}/delete`),
    importMany: routes.find('POST', `${paths.list}/import`),
  })
}

const defined = (routes: Record<keyof Resource['routes'], Operation | undefined>): Resource['routes'] =>
  Object.fromEntries(Object.entries(routes).filter(([, operation]) => operation !== undefined))

/** `list` defaults to true, `create` and `edit` to whether there is a form, `view` to whether there is an infolist (ARCHITECTURE: Builders). */
function pagesOf({ pages: declared, form, infolist }: ResourceDraft): Resource['pages'] {
  const pages: Pages = declared ?? {}
  return {
    list: pages.list ?? true,
    create: pages.create ?? form !== undefined,
    edit: pages.edit ?? form !== undefined,
    view: pages.view ?? infolist !== undefined,
  }
}

function titleFieldOf(draft: ResourceDraft, { fields, report }: { fields: Fields; report: Report }): string {
  const named = draft.record_title_attribute
  if (named === undefined) return ['name', 'title', 'label'].find((name) => fields.has(name)) ?? 'id'
  if (draft.record !== undefined && !fields.has(named)) {
    report({
      code: 'field_unknown',
      message: `The record title attribute [${named}] is not a field of [${draft.id}].`,
      fix: knownNames(named, fields.keys()),
      origin: member_origin(draft, 'record_title_attribute') ?? draft.origin,
    })
  }
  return named
}
