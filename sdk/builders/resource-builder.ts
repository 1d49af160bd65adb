import { require_base } from '../declaration/require-path.ts'
import type { Static, TObject } from 'typebox'
import type { Origin } from '../declaration/origin.ts'
import { origin_of } from '../declaration/origin.ts'
import {
  require_fields_named,
  require_function,
  require_id,
  require_options,
  require_text,
  shown_argument,
} from '../declaration/require.ts'
import { require_record } from '../declaration/require-record.ts'
import { DeclarationError } from '../declaration/declaration-error.ts'
import type { IconName } from '../documents/icon-name.ts'
import { Builder, draft_of } from './builder.ts'
import type { AnyRecord, FieldOf } from './field-of.ts'
import type { FormDraft } from './form-builder.ts'
import { FormBuilder } from './form-builder.ts'
import type { InfolistDraft } from './infolist-builder.ts'
import { InfolistBuilder } from './infolist-builder.ts'
import type { RelationDraft } from './relation-builder.ts'
import { RelationBuilder } from './relation-builder.ts'
import type { TableDraft } from './table-builder.ts'
import { TableBuilder } from './table-builder.ts'

/**
 * Declares a resource: one kind of record in one panel. The platform derives navigation, screens, forms, search, the OpenAPI description
 * and tools from it. Chain the methods or write them as statements; the return value of `configure` is ignored.
 */
export class ResourceBuilder<Row = AnyRecord> extends Builder<ResourceDraft> {
  /**
   * The schema of the records: the single source for types, validation, forms and documents. Returns a builder of the same resource that
   * knows the fields and checks every name. Chain on from it, or keep it:
   *
   *     const items = resource.record(Item)
   *     items.table((table) => table.columns((column) => [column.text('name')]))
   */
  record<Schema extends TObject>(schema: Schema): ResourceBuilder<Static<Schema>> {
    this.set({ record: require_record(schema), record_origin: origin_of(this.record) })
    return new ResourceBuilder(draft_of<ResourceDraft>(this))
  }

  /** The resource's id and the prefix of its dashboards' ids: `items` → `items-list`. */
  id(id: string): this {
    return this.set({ id: require_id('resource', id) })
  }

  /** The title in navigation, in the plural. */
  title(title: string): this {
    return this.set({ title: require_text('title', title) })
  }

  description(description: string): this {
    return this.set({ description: require_text('description', description) })
  }

  /** An icon of the shell, by its Tabler name. */
  icon(icon: IconName): this {
    return this.set({ icon: require_text('icon', icon) })
  }

  /** The REST base of the module, for example `/api/v1/template`. Paths that do not begin with `/api/` are appended to it. */
  api_base(path: string): this {
    return this.set({ api_base: require_base(path) })
  }

  /** The segment below the panel: `items` → `/operations/items`. Unique in its panel. */
  module_path(path: string): this {
    return this.set({ module_path: require_text('module_path', path) })
  }

  /** The field that names a record in search, headings and relations. */
  record_title_attribute(field: FieldOf<Row>): this {
    return this.set({ record_title_attribute: require_text('record_title_attribute', field) })
  }

  /**
   * The fields that tell records with the same title apart, shown below or beside it: a birth date, an e-mail address, a number. A field
   * that points at another record shows its title, as the table, the form or the infolist declares the relation.
   */
  record_subtitle(...fields: readonly FieldOf<Row>[]): this {
    return this.set({ record_subtitle: require_fields_named('record_subtitle', fields) })
  }

  /**
   * The field with the instant of a record, such as the start of a booking. Every record must have it. The search then shows those that
   * come first, the nearest first, and those that have passed after them. The list has to filter and sort by it.
   */
  record_time(field: FieldOf<Row>): this {
    return this.set({ record_time: require_text('record_time', field) })
  }

  /** The group in the sidebar, and the order within it. A group sorts by its lowest item. */
  nav_group(group: string, nav_sort = 1000): this {
    return this.set({ nav_group: { group: require_text('nav_group', group), sort: require_order(nav_sort) } })
  }

  /** A path that answers `{ value }`, shown beside the navigation entry. */
  badge(path: string): this {
    return this.set({ badge_path: require_text('badge', path) })
  }

  /** The permission to see the screens. Default: the permission to list the records. */
  permission(permission: string): this {
    return this.set({ permission: require_text('permission', permission) })
  }

  /**
   * Enables screens. Default: list; create and edit if a form is configured; view if an infolist is configured. An omitted flag keeps
   * its default.
   */
  pages(pages: Pages): this {
    require_options('[pages(…)]', pages, ['list', 'create', 'edit', 'view'])
    return this.set({ pages: { ...pages, origin: origin_of(this.pages) } })
  }

  /** Default `/<id>`. */
  list_path(path: string): this {
    return this.set({ list_path: require_text('list_path', path) })
  }

  /** Default: the list path. */
  create_path(path: string): this {
    return this.set({ create_path: require_text('create_path', path) })
  }

  /** Default: the list path. */
  search_path(path: string): this {
    return this.set({ search_path: require_text('search_path', path) })
  }

  /** Default `<list path>/{id}`. */
  record_path(path: string): this {
    return this.set({ record_path: require_text('record_path', path) })
  }

  table(configure?: (table: TableBuilder<Row>) => unknown): this {
    const table: TableDraft = { origin: origin_of(this.table), filters: [], actions: [] }
    configured('table', configure)?.(new TableBuilder<Row>(table))
    return this.set({ table })
  }

  /** Without an argument, the form has every writable field of the record. */
  form(configure?: (form: FormBuilder<Row>) => unknown): this {
    const form: FormDraft = { origin: origin_of(this.form) }
    configured('form', configure)?.(new FormBuilder<Row>(form))
    return this.set({ form })
  }

  /** Without an argument, the infolist has every visible field of the record; the id is in the heading. */
  infolist(configure?: (infolist: InfolistBuilder<Row>) => unknown): this {
    const infolist: InfolistDraft = { origin: origin_of(this.infolist) }
    configured('infolist', configure)?.(new InfolistBuilder<Row>(infolist))
    return this.set({ infolist })
  }

  relation(configure: (relation: RelationBuilder) => unknown): this {
    const relation: RelationDraft = { origin: origin_of(this.relation) }
    require_function('relation', configure, 'relation((relation) => relation.id(…))')(new RelationBuilder(relation))
    draft_of<ResourceDraft>(this).relations.push(relation)
    return this
  }

  /**
   * Shows what other plugins contribute to a record, on the view screen. The path is a GET that answers `sections` and
   * `failed_sections`, made from `contributions`, each with a `RecordSection`: `.sections('/clients/{id}/record')`.
   */
  sections(path: string): this {
    return this.set({ sections: { origin: origin_of(this.sections), path: require_text('sections', path) } })
  }
}

const configured = <Configure>(method: string, configure: Configure | undefined): Configure | undefined =>
  configure === undefined ? undefined : require_function(method, configure, `${method}((${method}) => ${method}.…)`)

/** Which screens a resource has. */
export interface Pages {
  list?: boolean
  create?: boolean
  edit?: boolean
  view?: boolean
}

/** A resource as declared: plain data. The host reads it after all declarations of the plugin. */
export interface ResourceDraft {
  readonly origin: Origin
  readonly panel_id: string
  readonly module_id: string
  id?: string
  title?: string
  description?: string
  icon?: string
  record?: TObject
  record_origin?: Origin
  api_base?: string
  module_path?: string
  record_title_attribute?: string
  record_subtitle?: readonly string[]
  record_time?: string
  nav_group?: { readonly group: string; readonly sort: number }
  badge_path?: string
  permission?: string
  pages?: Pages & { readonly origin: Origin }
  list_path?: string
  create_path?: string
  search_path?: string
  record_path?: string
  table?: TableDraft
  form?: FormDraft
  infolist?: InfolistDraft
  readonly relations: RelationDraft[]
  sections?: { readonly origin: Origin; readonly path: string }
}

/** Returns the place among the others, or throws `argument_invalid` at the author's call. */
function require_order(sort: number): number {
  if (Number.isInteger(sort)) return sort
  throw new DeclarationError('argument_invalid', `[nav_group('…', ${shown_argument(sort)})] requires a whole number.`, {
    fix: "Write it like [nav_group('Sales', 10)]. Small numbers come first.",
  })
}
