import { nearest_name } from '@atrium/sdk'
import { type FieldType, type RecordField, record_fields } from '@atrium/sdk/host'
import type { TObject } from 'typebox'
import type { ColumnKind, Database, TableColumn, TableColumns } from '../../base/db/index.ts'
import type { Finding } from '../compile/checks/finding.ts'

/** A store's record together with its table. */
export interface StoredRecord {
  readonly table: string
  readonly schema: TObject
  readonly columns: TableColumns
  readonly dialect: Database['dialect']
  /** Whether a route creates records. Only then does a column need a value. */
  readonly isCreated: boolean
  /** Whether the store changes records before it writes them. It may shorten texts, so their lengths are not compared. */
  readonly isPrepared: boolean
  /** The migration that is undone if the check fails, by its name. */
  readonly undone: string | undefined
}

type ColumnFinding = Omit<Finding, 'origin'>

/** The column that a store keeps beside the fields of the record. */
const VERSION = 'version'

/**
 * Compares a record with the columns of its table: missing and renamed ones, no version, wrong types, and columns that are never filled.
 */
export function checkColumns(record: StoredRecord): ColumnFinding[] {
  const fields = [...record_fields(record.schema).values()]
  const missing = fields.filter(({ name }) => !record.columns.has(name))
  const renamed = renamedColumns(missing, unusedColumns(record))
  return [
    ...missing.map((field) => columnMissing(field, { record, renamed: renamed.get(field.name) })),
    ...checkVersion(record),
    ...checkNumbering(record),
    ...fields.flatMap((field) => [...checkType(field, record), ...checkLength(field, record)]),
    ...columnsWithoutValue(record).flatMap((column) =>
      [...renamed.values()].includes(column.name) ? [] : [columnNeedsValue(column, record)],
    ),
  ]
}

/** The columns without a field in the record. */
function unusedColumns({ columns, schema }: Pick<StoredRecord, 'columns' | 'schema'>): TableColumn[] {
  const fields = record_fields(schema)
  return [...columns.values()].filter(({ name }) => name !== VERSION && !fields.has(name))
}

/** Finds for each missing column its likely new name: a similar one, or the only one left. */
function renamedColumns(
  missing: readonly RecordField[],
  unused: readonly TableColumn[],
): ReadonlyMap<string, string | undefined> {
  const names = unused.map(({ name }) => name)
  const only = missing.length === 1 && names.length === 1 ? names[0] : undefined
  return new Map(missing.map(({ name }) => [name, nearest_name(name, names) ?? only]))
}

function columnMissing(
  field: RecordField,
  { record, renamed }: { record: StoredRecord; renamed: string | undefined },
): ColumnFinding {
  const { table } = record
  const message = `The table [${table}] has no column [${field.name}], but the record has the field [${field.name}].`
  const add = change(record, columnCall(field))
  if (renamed === undefined) return { code: 'column_missing', message, fix: `${add}, or remove the field.` }
  const rename =
    record.undone === undefined ? ` ${change(record, `table.renameColumn('${renamed}', '${field.name}')`)}.` : ''
  return {
    code: 'column_missing',
    message,
    fix: `Did you mean the column [${renamed}]? Rename the field, or the column.${rename} If the column is new: ${lowerFirst(add)}.`,
  }
}

function checkVersion(record: StoredRecord): ColumnFinding[] {
  const { table, columns, dialect } = record
  const version = columns.get(VERSION)
  const call = `table.integer('${VERSION}').notNullable().defaultTo(1)`
  if (version === undefined)
    return [
      {
        code: 'version_missing',
        message: `The table [${table}] has no column [version]. The store counts the changes of each record in it.`,
        fix: `${change(record, call)}.`,
      },
    ]
  if (accepts('integer', version.kind, dialect)) return []
  return [
    {
      code: 'column_type',
      message: `The column [version] of [${table}] is [${version.type}], but the store keeps integers in it.`,
      fix: `${change(record, call, { isAltered: true })}.`,
    },
  ]
}

/** `serial` is a type of PostgreSQL. SQLite takes it for any other word, numbers nothing, and stores NULL. */
function checkNumbering(record: StoredRecord): ColumnFinding[] {
  const { table, schema, columns, isCreated, isPrepared } = record
  const [field, column] = [record_fields(schema).get('id'), columns.get('id')]
  const isNumbered = field?.type.kind === 'integer' && (field.schema as { readOnly?: boolean }).readOnly === true
  if (!isNumbered || !isCreated || isPrepared || column === undefined || column.isFilled) return []
  return [
    {
      code: 'column_without_value',
      message: `The database does not number the column [id] of [${table}], which is [${column.type}] and no generated key. New records would have no id.`,
      fix: `${change(record, "table.increments('id')")}. On SQLite, only [integer primary key] is numbered, not [serial].`,
    },
  ]
}

function checkType(field: RecordField, record: StoredRecord): ColumnFinding[] {
  const { table, columns, dialect } = record
  const column = columns.get(field.name)
  if (column === undefined) return []
  if (accepts(field.type.kind, column.kind, dialect)) return checkOtherDatabase(field, record)
  return [
    {
      code: 'column_type',
      message: `The column [${field.name}] of [${table}] is [${column.type}], but the field [${field.name}] holds ${WORDS[field.type.kind]}.`,
      fix: `${change(record, columnCall(field), { isAltered: true })}, or change the type of the field.`,
    },
  ]
}

/** The database accepts it, but the plugin may run on either. A warning undoes no migration. */
function checkOtherDatabase(field: RecordField, record: StoredRecord): ColumnFinding[] {
  const { type = '', kind } = record.columns.get(field.name) ?? {}
  if (kind === undefined || accepts(field.type.kind, kind, 'postgres')) return []
  const corrected = change({ ...record, undone: undefined }, columnCall(field), { isAltered: true })
  return [
    {
      code: 'column_of_other_type',
      message: `The column [${field.name}] of [${record.table}] is [${type}], but the field [${field.name}] holds ${WORDS[field.type.kind]}. SQLite stores them all the same; PostgreSQL would refuse or change them.`,
      fix: `${corrected}.`,
    },
  ]
}

/** A text that the record accepts and PostgreSQL would refuse. SQLite ignores the length, but the plugin may run on either. */
function checkLength(field: RecordField, record: StoredRecord): ColumnFinding[] {
  const { type = '' } = record.columns.get(field.name) ?? {}
  const [, length] = LENGTH.exec(type) ?? []
  const longest = record.isPrepared ? undefined : longestText(field)
  if (length === undefined || longest === undefined || longest <= Number(length)) return []
  // A warning undoes no migration.
  const longer = change({ ...record, undone: undefined }, textCall(field, longest), { isAltered: true })
  return [
    {
      code: 'column_too_short',
      message: `The field [${field.name}] accepts ${longest} characters, but its column in [${record.table}] is [${type}]. PostgreSQL refuses longer texts.`,
      fix: `Set [maxLength: ${length}], or make the column longer. ${longer}.`,
    },
  ]
}

const LENGTH = /^(?:varchar|character varying|character|char)\s*\((\d+)\)$/i

function longestText({ type: { kind, choices }, schema }: RecordField): number | undefined {
  if (kind !== 'string') return undefined
  if (choices) return Math.max(...choices.map((choice) => String(choice).length))
  return (schema as { maxLength?: number }).maxLength
}

const textCall = ({ name }: RecordField, longest: number) =>
  longest > LONGEST_STRING ? `table.text('${name}')` : `table.string('${name}', ${longest})`

/** The NOT NULL columns that an insert of the store leaves out. */
const columnsWithoutValue = (record: StoredRecord): TableColumn[] =>
  record.isCreated ? unusedColumns(record).filter(({ needsValue }) => needsValue) : []

function columnNeedsValue({ name }: TableColumn, record: StoredRecord): ColumnFinding {
  return {
    code: 'column_without_value',
    message: `The column [${name}] of [${record.table}] takes no NULL and has no default, and the record has no field [${name}]. No record could be created.`,
    fix: `Add the field to the record, or let the column be empty. ${change(record, `table.setNullable('${name}')`)}.`,
  }
}

/** The change to write: in the migration that is undone, which may still be edited, or in a new one. */
function change({ table, undone }: StoredRecord, call: string, { isAltered = false } = {}): string {
  if (undone !== undefined) return `Correct the migration [${undone}], which was undone: \`${call}\``
  return `Add a migration: \`db.schema.alterTable('${table}', (table) => ${call}${isAltered ? '.alter()' : ''})\``
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const METHODS: Record<FieldType['kind'], string> = {
  string: 'string',
  integer: 'integer',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  'date-time': 'timestamp',
  texts: 'text',
  json: 'text',
}

/** The length of `table.string` without a number. */
const LONGEST_STRING = 255

const LARGEST_INTEGER = 2 ** 31 - 1

function columnCall({ name, type: { kind }, schema }: RecordField): string {
  const { maximum, maxLength } = schema as { maximum?: number; maxLength?: number }
  if (kind === 'integer' && (maximum ?? 0) > LARGEST_INTEGER) return `table.bigInteger('${name}')`
  if (kind === 'string' && (maxLength ?? 0) > LONGEST_STRING) return `table.text('${name}')`
  return `table.${METHODS[kind]}('${name}')`
}

const WORDS: Record<FieldType['kind'], string> = {
  string: 'text',
  integer: 'integers',
  number: 'numbers',
  boolean: 'booleans',
  date: 'dates',
  'date-time': 'times',
  texts: 'lists of texts, kept as JSON text',
  json: 'objects or lists, kept as JSON text',
}

/** The columns that cannot store the values of a field, on each database. PostgreSQL would refuse or change the values. */
const POSTGRES: Record<FieldType['kind'], readonly ColumnKind[]> = {
  string: ['integer', 'boolean', 'json', 'binary', 'list'],
  integer: ['text', 'boolean', 'date', 'date-time', 'json', 'binary', 'list'],
  number: ['text', 'integer', 'boolean', 'date', 'date-time', 'json', 'binary', 'list'],
  boolean: ['text', 'integer', 'number', 'date', 'date-time', 'json', 'binary', 'list'],
  date: ['integer', 'number', 'boolean', 'date-time', 'json', 'binary', 'list'],
  'date-time': ['integer', 'number', 'boolean', 'date', 'json', 'binary', 'list'],
  texts: ['integer', 'number', 'boolean', 'date', 'date-time', 'binary', 'list'],
  json: ['integer', 'number', 'boolean', 'date', 'date-time', 'binary', 'list'],
}

/** SQLite stores any value in any column, but turns text like `007` into a number, and numbers into text, by the column's type. */
const SQLITE: Record<FieldType['kind'], readonly ColumnKind[]> = {
  string: ['integer', 'number', 'boolean'],
  integer: ['text', 'date', 'date-time'],
  number: ['text', 'date', 'date-time'],
  boolean: ['text', 'date', 'date-time'],
  date: ['integer', 'number', 'boolean'],
  'date-time': ['integer', 'number', 'boolean'],
  texts: ['integer', 'number', 'boolean'],
  json: ['integer', 'number', 'boolean'],
}

const accepts = (field: FieldType['kind'], column: ColumnKind, dialect: Database['dialect']) =>
  !(dialect === 'postgres' ? POSTGRES : SQLITE)[field].includes(column)
