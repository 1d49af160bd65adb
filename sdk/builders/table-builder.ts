import { Builder, drafts_of, kind_and_name, once_each } from './builder.ts'
import { require_choice, require_function, require_text } from '../declaration/require.ts'
import { type ActionBuilder, type ActionDraft, ActionFactory } from './action-builder.ts'
import { type ColumnBuilder, type ColumnDraft, ColumnFactory } from './column-builder.ts'
import { DeclarationError } from '../declaration/declaration-error.ts'
import type { FieldOf } from './field-of.ts'
import { type FilterBuilder, type FilterDraft, FilterFactory } from './filter-builder.ts'
import { type Origin, origin_of } from '../declaration/origin.ts'

/** A table as declared. */
export interface TableDraft {
  readonly origin: Origin
  columns?: ColumnDraft[]
  filters: FilterDraft[]
  actions: ActionDraft[]
  create?: { readonly origin: Origin; readonly label?: string }
  default_sort?: { readonly origin: Origin; readonly field: string; readonly order: 'asc' | 'desc' }
  page_size?: number
  empty?: { readonly title: string; readonly description?: string }
}

/** Configures the table of a list screen. Without columns, it shows every visible field of the record. */
export class TableBuilder<Row> extends Builder<TableDraft> {
  columns(make: (column: ColumnFactory<Row>) => readonly ColumnBuilder[]): this {
    return this.set({
      columns: once_each('column', drafts_of('columns', with_function('columns', make)(new ColumnFactory()))),
    })
  }

  filters(make: (filter: FilterFactory<Row>) => readonly FilterBuilder[]): this {
    const filters = drafts_of('filters', with_function('filters', make)(new FilterFactory()))
    return this.set({ filters: once_each('filter', filters, kind_and_name) })
  }

  actions(make: (action: ActionFactory<Row>) => readonly ActionBuilder<Row>[]): this {
    const actions = drafts_of('actions', with_function('actions', make)(new ActionFactory()))
    // Under different conditions, an action may call different routes.
    const always = actions.filter(({ visible_when }) => visible_when === undefined)
    once_each('action', always, kind_and_name)
    return this.set({ actions })
  }

  /** A button that opens the create screen. Default label: "New" and the resource's title. */
  create(label?: string): this {
    return this.set({ create: { origin: origin_of(this.create), ...(label !== undefined && { label }) } })
  }

  /** The initial order of the list. Default: by id, newest first. */
  default_sort(field: FieldOf<Row>, order: 'asc' | 'desc' = 'asc'): this {
    require_text('default_sort', field)
    require_choice(`default_sort('${field}', …)`, order, ['asc', 'desc'])
    return this.set({ default_sort: { origin: origin_of(this.default_sort), field, order } })
  }

  /** Rows per page. Default 25, at most 500. */
  page_size(rows: number): this {
    if (!Number.isInteger(rows) || rows < 1 || rows > 500) {
      throw new DeclarationError('page_size_invalid', `The page size [${rows}] is not valid.`, {
        fix: 'Set a whole number from 1 to 500.',
      })
    }
    return this.set({ page_size: rows })
  }

  /** The message of an empty list. */
  empty(title: string, description?: string): this {
    return this.set({ empty: { title, ...(description !== undefined && { description }) } })
  }
}

const with_function = <Make>(method: string, make: Make): Make =>
  require_function(method, make, `${method}((${method.slice(0, -1)}) => [ … ])`)
