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

/** Everything that authors chain methods on. */
const CLASSES: readonly { readonly prototype: object }[] = [
  ResourceBuilder,
  TableBuilder,
  FormBuilder,
  InfolistBuilder,
  RelationBuilder,
  DashboardBuilder,
  ...[ColumnFactory, TextColumnBuilder, BadgeColumnBuilder],
  ...[EntryFactory, TextEntryBuilder, MoneyEntryBuilder],
  ...[FilterFactory, TextFilterBuilder, SelectFilterBuilder],
  ...[ActionFactory, FormActionBuilder],
  ...[FieldFactory, FieldBuilder, TextareaFieldBuilder, SelectFieldBuilder, TagsFieldBuilder, RepeaterFieldBuilder],
  ...[TextFieldBuilder, RelationFieldBuilder, SlotFieldBuilder, RecurrenceFieldBuilder, FileFieldBuilder],
  ...[ColorFieldBuilder, KeyValueFieldBuilder],
]

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

/** The method of a builder, or of routes, tools and channels, that a misspelt one probably meant. */
export function nearest_method(name: string): string | undefined {
  const names = CLASSES.flatMap(({ prototype }) => methodsOf(prototype)).filter((each) => each !== 'constructor')
  return nearest_name(name, new Set([...names, ...SERVICES]))
}

function methodsOf(prototype: object): string[] {
  const parent = Object.getPrototypeOf(prototype) as object | null
  if (parent === null) return []
  return [...Object.getOwnPropertyNames(prototype), ...methodsOf(parent)]
}
