import type { FormDefinition } from '@atrium/sdk/documents'
import type { DataRecord, RecordId } from '../../api/paths.ts'
import { isAlwaysRequired, fieldSchema, takesEmptyList } from '../../form/field-set.ts'
import { fieldStates } from '../../form/field-states.ts'
import { initialValues, isBlankValue, isSame } from '../../form/form-values.ts'
import { sentValue } from '../../form/submission.ts'
import { validateForm } from '../../form/validate-form.ts'
import { t } from '../../language/t.ts'
import type { ShownColumn } from '../layout.ts'
import { shownText, type Titles } from '../shown-text.ts'
import { type Area, columnsIn, rowsIn } from './grid-range.ts'
import type { Notation } from '../../values/notation.ts'
import { type CellReading, readCell } from '../../values/read-cell.ts'
import { sheetNotation } from '../../values/sheet-notation.ts'
import type { TextBlock } from './tsv.ts'

/** A cell that a paste changes, or cannot change. */
export interface PlannedCell {
  readonly column: ShownColumn
  /** What it shows now, and what was pasted. */
  readonly present: string
  readonly text: string
  /** Why it is not changed. */
  readonly problem?: string | undefined
}

/** A record of which a paste changes at least one cell, or would if it could. */
export interface PlannedRecord {
  readonly record: DataRecord
  readonly cells: readonly PlannedCell[]
  /** The body of its PATCH; empty if none of its cells is changed. */
  readonly changes: Readonly<Record<string, unknown>>
}

/** What a paste would do. Cells that already have their text are left out. */
export interface PastePlan {
  readonly records: readonly PlannedRecord[]
  /** How many pasted cells lie beyond the last row or column. */
  readonly outside: number
}

/** The grid in which something is pasted. */
export interface PasteTarget {
  readonly records: readonly DataRecord[]
  readonly columns: readonly ShownColumn[]
  readonly definition: FormDefinition
  /** Whether a column can be changed at all. */
  readonly canChange: (column: ShownColumn) => boolean
  /** The titles of related records by column, as they are shown. */
  readonly titles: ReadonlyMap<string, Titles>
  /** Finds the related records that were pasted, by column. */
  readonly related: ReadonlyMap<string, (text: string) => CellReading>
}

/**
 * The cells that a pasted block covers, and the texts for them. One text fills the chosen area; a block is repeated if the area is a
 * multiple of it; any other block begins at the first cell of the area.
 */
export function spread(block: TextBlock, area: Area): TextBlock {
  const height = block.length
  const width = Math.max(0, ...block.map((row) => row.length))
  if (height === 0 || width === 0) return []
  const repeats = rowsIn(area) % height === 0 && columnsIn(area) % width === 0
  const [rows, columns] = repeats ? [rowsIn(area), columnsIn(area)] : [height, width]
  return Array.from({ length: rows }, (_, row) => {
    const texts = block[row % height] ?? []
    return repeats ? Array.from({ length: columns }, (__, column) => texts[column % width] ?? '') : texts
  })
}

/** Decides for each pasted cell what becomes of it. Days and numbers are read as the pasted block writes them, like those of an import. */
export function planPaste(block: TextBlock, { top, left }: Area, target: PasteTarget): PastePlan {
  const { records, columns } = target
  const inside = block.slice(0, Math.max(0, records.length - top))
  const notation = notationIn(inside, columns.slice(left), target)
  const count = (rows: TextBlock, width = Infinity) => rows.reduce((sum, row) => sum + Math.min(row.length, width), 0)
  const planned = inside.flatMap((texts, index) => {
    const record = records[top + index]
    const pasted = texts.slice(0, columns.length - left).flatMap((text, column) => {
      const shown = columns[left + column]
      return shown ? [{ column: shown, text }] : []
    })
    const plan = record && planRecord(record, pasted, { ...target, notation })
    return plan && plan.cells.length > 0 ? [plan] : []
  })
  return { records: planned, outside: count(block) - count(inside, columns.length - left) }
}

function notationIn(block: TextBlock, columns: readonly ShownColumn[], { definition }: PasteTarget): Notation {
  const sheet = columns.flatMap(({ name }, at) => {
    const field = definition.fields[name]
    return field ? [{ field, texts: block.map((texts) => texts[at] ?? '') }] : []
  })
  return sheetNotation(sheet).notation
}

type ReadTarget = PasteTarget & { readonly notation: Notation }

interface PastedCell {
  readonly column: ShownColumn
  readonly text: string
}

function planRecord(record: DataRecord, pasted: readonly PastedCell[], target: ReadTarget): PlannedRecord {
  const { definition } = target
  const initial = initialValues(definition, record)
  const cells = pasted.flatMap(({ column, text }) => {
    const present = shownText(column, record[column.name], target.titles.get(column.name))
    if (present.trim() === text.trim()) return []
    const reading = target.canChange(column) ? readValue(column, text, target) : fixedColumn(column, target)
    const isKept = 'value' in reading && isSame(initial[column.name], reading.value)
    return isKept ? [] : [{ column, present, text, reading }]
  })
  const read = cells.flatMap(({ column, reading }) =>
    'value' in reading ? [[column.name, reading.value] as const] : [],
  )
  const problems = problemsOf(record, Object.fromEntries(read), definition)
  const planned = cells.map(({ reading, ...cell }) => {
    const problem = 'problem' in reading ? reading.problem : problems[cell.column.name]
    return { ...cell, ...(problem !== undefined && { problem }) }
  })
  const kept = read.filter(([name]) => problems[name] === undefined)
  const changes = kept.map(
    ([name, value]) => [name, isSent(value) ? sentValue(definition, name, value) : null] as const,
  )
  return { record, cells: planned, changes: Object.fromEntries(changes) }
}

/** Why a column cannot be changed here. */
const fixedColumn = ({ name }: ShownColumn, { definition }: Pick<PasteTarget, 'definition'>): CellReading => ({
  problem:
    name in definition.fields ? t('This value can only be changed in its record.') : t('This column is read only.'),
})

/** An empty list is a value. */
const isSent = (value: unknown): boolean => !isBlankValue(value) || Array.isArray(value)

/** A text as a value of its field. An empty one empties the field, if that is possible. */
function readValue(column: ShownColumn, text: string, { definition, related, notation }: ReadTarget): CellReading {
  const { name } = column
  const field = definition.fields[name]
  if (field === undefined) return fixedColumn(column, { definition })
  const schema = fieldSchema(definition, name)
  const reading = readCell(text, { field, schema, notation, related: related.get(name) })
  const isNeeded = isAlwaysRequired(definition, name) || field.kind === 'toggle'
  const isEmptied = 'value' in reading && isBlankValue(reading.value)
  const takesNone = !isNeeded || (Array.isArray('value' in reading && reading.value) && takesEmptyList(schema))
  return isEmptied && !takesNone ? { problem: t('{label} is required', { label: field.label }) } : reading
}

/**
 * What the form of the edit screen says about new values of a record. A value that makes another field invalid is refused, too, because
 * the host would refuse the record.
 */
function problemsOf(
  record: DataRecord,
  changed: Readonly<Record<string, unknown>>,
  definition: FormDefinition,
): Readonly<Record<string, string>> {
  const names = Object.keys(changed)
  if (names.length === 0) return {}
  const initial = initialValues(definition, record)
  const none = Object.fromEntries(names.map((name) => [name, changed[name] ?? undefined]))
  const errors = errorsIn(definition, { ...initial, ...none }, record)
  const others = Object.keys(errors).filter((name) => !names.includes(name))
  const before = others.length === 0 ? {} : errorsIn(definition, initial, record)
  const other = others.find((name) => before[name] === undefined)
  const around = other === undefined ? undefined : `${definition.fields[other]?.label ?? other}: ${errors[other]}`
  const states = fieldStates(definition, { values: { ...initial, ...none }, record })
  const problem = (name: string): string | undefined => {
    const state = states[name]
    if (state && !state.isVisible) return t('It does not apply to this record.')
    if (state?.isDisabled) return t('It cannot be changed in this record.')
    return errors[name] ?? around
  }
  return Object.fromEntries(names.flatMap((name) => [[name, problem(name)] as const]).filter(isFound))
}

const isFound = (pair: readonly [string, string | undefined]): pair is readonly [string, string] =>
  pair[1] !== undefined

/** By field: an error inside a list belongs to its field. */
function errorsIn(definition: FormDefinition, values: Readonly<Record<string, unknown>>, record: DataRecord) {
  const states = fieldStates(definition, { values, record })
  const found = Object.entries(validateForm(definition, values, states))
  return Object.fromEntries(found.map(([place, message]) => [place.split('.')[0] ?? place, message])) as Readonly<
    Partial<Record<string, string>>
  >
}

/** The number of cells that a plan changes, and of those that it cannot change. */
export function countsOf({ records }: PastePlan): { changed: number; refused: number; records: number } {
  const changed = records.filter(({ changes }) => Object.keys(changes).length > 0)
  const cells = records.flatMap((each) => each.cells)
  const refused = cells.filter(({ problem }) => problem !== undefined).length
  return { changed: cells.length - refused, refused, records: changed.length }
}

/** The plan with further refusals, which the host has given: reasons by record and field. */
export function withRefusals(
  plan: PastePlan,
  reasons: ReadonlyMap<RecordId, Readonly<Record<string, string>>>,
): PastePlan {
  const records = plan.records.map((planned) => {
    const own = reasons.get(planned.record.id) ?? {}
    const changes = Object.fromEntries(Object.entries(planned.changes).filter(([name]) => !(name in own)))
    const cells = planned.cells.map((cell) => ({ ...cell, problem: own[cell.column.name] ?? cell.problem }))
    return { ...planned, cells, changes }
  })
  return { ...plan, records }
}
