import { nearest_name } from '../declaration/nearest-name.ts'
import { ActionFactory, FormActionBuilder } from './action-builder.ts'
import { BadgeColumnBuilder, ColumnFactory, TextColumnBuilder } from './column-builder.ts'
import { DashboardBuilder } from './dashboard-builder.ts'
import {
  ColorFieldBuilder,
  FieldBuilder,
  FileFieldBuilder,
  KeyValueFieldBuilder,
  RecurrenceFieldBuilder,
  RelationFieldBuilder,
  RepeaterFieldBuilder,
  SelectFieldBuilder,
  SlotFieldBuilder,
  TagsFieldBuilder,
  TextareaFieldBuilder,
  TextFieldBuilder,
} from './field-builder.ts'
import { SelectFilterBuilder, FilterFactory, TextFilterBuilder } from './filter-builder.ts'
import { FieldFactory } from './field-factory.ts'
import { FormBuilder } from './form-builder.ts'
import { EntryFactory, InfolistBuilder, MoneyEntryBuilder, TextEntryBuilder } from './infolist-builder.ts'
import { RelationBuilder } from './relation-builder.ts'
import { ResourceBuilder } from './resource-builder.ts'
import { TableBuilder } from './table-builder.ts'

/** Everything that authors chain methods on, by the word for it. */
const CLASSES: Readonly<Record<string, readonly { readonly prototype: object }[]>> = {
  resources: [ResourceBuilder],
  tables: [TableBuilder],
  forms: [FormBuilder],
  infolists: [InfolistBuilder],
  relations: [RelationBuilder],
  dashboards: [DashboardBuilder],
  columns: [ColumnFactory, TextColumnBuilder, BadgeColumnBuilder],
  entries: [EntryFactory, TextEntryBuilder, MoneyEntryBuilder],
  filters: [FilterFactory, TextFilterBuilder, SelectFilterBuilder],
  actions: [ActionFactory, FormActionBuilder],
  fields: [
    ...[FieldFactory, FieldBuilder, TextareaFieldBuilder, SelectFieldBuilder, TagsFieldBuilder, RepeaterFieldBuilder],
    ...[TextFieldBuilder, RelationFieldBuilder, SlotFieldBuilder, RecurrenceFieldBuilder, FileFieldBuilder],
    ...[ColorFieldBuilder, KeyValueFieldBuilder],
  ],
}

const SERVICES = [
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'records',
  'bulk',
  'operation',
  'add',
  'namespace',
  'publish',
]

const AS_LIST =
  "A dashboard shows a list with [table]: [board.table(Item, (list) => list.id('latest').list_path('/items'))]."
const AS_FIGURES = "Figures are [stats]: [board.stats('/figures', (stat) => [stat.number('active')])]."
const IN_STORE =
  "The store names the fields that are searched: [table_store(db, 'shop_items', Item, { search: ['name'] })]."
const REQUIRED = 'The schema of the record decides this: a field is required unless it is [Type.Optional(…)].'
const LIMITS =
  'Limits belong to the schema of the record: [Type.String({ maxLength: 80 })], [Type.Integer({ minimum: 0 })].'

/** Methods that authors expect because other tools have them, and where Atrium declares the same. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...['list', 'grid'].map((name) => [name, AS_LIST] as const),
  ...['figures', 'cards', 'kpi', 'kpis'].map((name) => [name, AS_FIGURES] as const),
  ...['search', 'searchable'].map((name) => [name, IN_STORE] as const),
  ...['required', 'optional', 'nullable'].map((name) => [name, REQUIRED] as const),
  ...['min', 'max', 'min_length', 'max_length', 'minLength', 'maxLength', 'pattern', 'validate', 'rules'].map(
    (name) => [name, LIMITS] as const,
  ),
])

const LIST = new Intl.ListFormat('en')

/** What to do about a method that a builder, or routes, tools and channels, do not have: the nearest name, or where the name belongs. */
export function method_hint(name: string): string | undefined {
  const owners = Object.entries(CLASSES).filter(([, classes]) => namesOf(classes).includes(name))
  const words = LIST.format(owners.map(([word]) => word))
  if (words !== '') return `[${name}] is a method of ${words}. Use a method of what it was called on.`
  const elsewhere = ELSEWHERE.get(name)
  if (elsewhere !== undefined) return elsewhere
  const nearest = nearest_name(name, new Set([...namesOf(Object.values(CLASSES).flat()), ...SERVICES]))
  return nearest === undefined || nearest === name ? undefined : `Did you mean [${nearest}]?`
}

const namesOf = (classes: (typeof CLASSES)[string]): readonly string[] =>
  classes.flatMap(({ prototype }) => methodsOf(prototype)).filter((each) => each !== 'constructor')

function methodsOf(prototype: object): string[] {
  const parent = Object.getPrototypeOf(prototype) as object | null
  if (parent === null) return []
  return [...Object.getOwnPropertyNames(prototype), ...methodsOf(parent)]
}
