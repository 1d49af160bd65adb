import type { FormDefinition, ImportResult } from '@atrium/sdk/documents'
import { fieldSchema } from '../form/field-set.ts'
import type { Matching, Target } from './match-columns.ts'
import type { Notation } from '../values/notation.ts'
import { tn } from '../language/t.ts'
import { translateProblem } from '../language/translate-problem.ts'
import { type CellField, readCell } from '../values/read-cell.ts'
import type { SheetLine } from './read-sheet.ts'

/** What the person has chosen about the columns of a sheet. */
export interface Choices {
  matching: Matching
  /** The field that identifies records; null: each line is a new record. */
  key: string | null
  /** Whether an empty cell removes the value of a record that exists. */
  clears: boolean
  /** Whether amounts are in minor units. */
  isStored: boolean
  /** How the sheet writes days and numbers. */
  notation: Notation
}

/** How the related records of a field are found. */
export type Related = (name: string) => CellField['related']

/** A line as the host gets it, or why it cannot get it. */
export interface PlannedLine {
  values: Readonly<Record<string, unknown>>
  /** By the name of the field. */
  problems: Readonly<Record<string, string>>
}

export interface Plan {
  definition: FormDefinition
  targets: readonly Target[]
  choices: Choices
  related: Related
}

/** Reads the cells of a line. */
export function planLine({ cells }: SheetLine, { definition, targets, choices, related }: Plan): PlannedLine {
  const { matching, key, clears, isStored, notation } = choices
  const values: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const [at, name] of matching.entries()) {
    const target = targets.find((each) => each.name === name)
    const text = cells[at] ?? ''
    if (target === undefined || (target.field === undefined && target.name !== key)) continue
    if (text === '') {
      if (clears && key !== null && target.name !== key) values[target.name] = null
    } else if (target.field === undefined) values[target.name] = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : text
    else {
      const schema = fieldSchema(definition, target.name)
      const reading = readCell(text, { field: target.field, schema, isStored, notation, related: related(target.name) })
      if ('value' in reading) values[target.name] = reading.value
      else problems[target.name] = reading.problem
    }
  }
  return { values, problems }
}

/** A line that is refused. */
export interface Refusal {
  line: SheetLine
  /** By the name of a field that a column is matched with. */
  problems: Readonly<Record<string, string>>
  /** What is wrong with the line as a whole, or with fields that no column has. */
  general: readonly string[]
}

/** What an import would do, or has done. */
export interface Outcome extends Pick<ImportResult, 'saved' | 'created' | 'changed' | 'unchanged'> {
  refused: readonly Refusal[]
}

/** `1 line`, `1,000 lines`. */
export const linesOf = (count: number): string => tn('{count} line', '{count} lines', count)

export const NOTHING = { saved: false, created: 0, changed: 0, unchanged: 0, failed: [] } satisfies ImportResult

/** Joins what the host says with the lines that could not be sent to it, in the order of the file. */
export function outcomeOf(
  result: ImportResult,
  { lines, planned, plan }: { lines: readonly SheetLine[]; planned: readonly PlannedLine[]; plan: Plan },
): Outcome {
  const sent = lines.filter((_, at) => isSent(planned[at]))
  const unread = lines.flatMap((line, at) => {
    const { problems = {} } = planned[at] ?? {}
    return Object.keys(problems).length > 0 ? [{ line, problems, general: [] }] : []
  })
  const failed = result.failed.flatMap(({ row, error }) => {
    const line = sent[row]
    return line ? [{ line, ...reasonsOf(translateProblem(error), plan) }] : []
  })
  const { saved, created, changed, unchanged } = result
  const refused = [...unread, ...failed].toSorted((one, other) => one.line.line - other.line.line)
  return { saved, created, changed, unchanged, refused }
}

export const isSent = (planned: PlannedLine | undefined) =>
  planned !== undefined && Object.keys(planned.problems).length === 0

function reasonsOf(
  { detail, errors = {} }: ImportResult['failed'][number]['error'],
  { definition, choices: { matching } }: Plan,
): Omit<Refusal, 'line'> {
  const problems: Record<string, string> = {}
  const general: string[] = []
  for (const [path, message] of Object.entries(errors)) {
    const [name = ''] = path.split('.')
    if (matching.includes(name)) problems[name] ??= message
    else general.push(name === '' ? message : `${definition.fields[name]?.label ?? name}: ${message}`)
  }
  return { problems, general: Object.keys(errors).length === 0 ? [detail] : general }
}

/** The fields that a new record needs and that no column has. */
export function missingFields({ definition, targets, choices }: Pick<Plan, 'definition' | 'targets' | 'choices'>) {
  const required: unknown = definition.schema.required
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  return targets.filter(({ name }) => names.includes(name) && !choices.matching.includes(name))
}
