import type { FormDefinition, ImportResult } from '@atrium/sdk/documents'
import { fieldSchema } from '../form/field-set.ts'
import type { Matching, Target } from './match-columns.ts'
import type { Notation } from '../values/notation.ts'
import { tn } from '../language/t.ts'
import { translated } from '../language/translated.ts'
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
  line: SheetLine
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
export function planLine(line: SheetLine, { definition, targets, choices, related }: Plan): PlannedLine {
  const { cells } = line
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
  return { line, values, problems }
}

/** A line that is refused. */
export interface Refusal {
  line: SheetLine
  /** By the name of a field that a column is matched with; a field may have several. */
  problems: Readonly<Record<string, readonly string[]>>
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

type Failed = ImportResult['failed']

/** What was planned, and the refusals of the lines of which the host only checked a part. */
interface Sent {
  planned: readonly PlannedLine[]
  partly: Failed
  plan: Plan
}

/** Joins what the host says with the lines that could not be sent to it as a whole, in the order of the file. */
export function outcomeOf(result: ImportResult, { planned, partly, plan }: Sent): Outcome {
  const { saved, created, changed, unchanged } = result
  const ofHost = new Map(refusalsOf(partly, planned.filter(isSentPartly(plan)), plan).map((each) => [each.line, each]))
  const unread = planned.filter((each) => !isSent(each)).map((each) => withRest(each, ofHost.get(each.line)))
  const failed = refusalsOf(result.failed, planned.filter(isSent), plan)
  const refused = [...unread, ...failed].toSorted((one, other) => one.line.line - other.line.line)
  return { saved, created, changed, unchanged, refused }
}

export const isSent = ({ problems }: PlannedLine) => Object.keys(problems).length === 0

/**
 * Whether the host checks the other cells of a line of which some cannot be read, so that one learns of all mistakes at once. Without its
 * key, it would be checked as another record.
 */
export const isSentPartly =
  ({ choices: { key } }: Plan) =>
  (planned: PlannedLine): boolean =>
    !isSent(planned) && (key === null || !Object.hasOwn(planned.problems, key))

const refusalsOf = (failed: Failed, sent: readonly PlannedLine[], plan: Plan): Refusal[] =>
  failed.flatMap(({ row, error }) => {
    const { line } = sent[row] ?? {}
    return line ? [{ line, ...reasonsOf(error, plan) }] : []
  })

/** The host does not know the cells that cannot be read, so what it says about these is left out. */
function withRest({ line, problems }: PlannedLine, rest: Refusal | undefined): Refusal {
  const unread = Object.entries(problems).map(([name, problem]) => [name, [problem]] as const)
  return { line, problems: { ...rest?.problems, ...Object.fromEntries(unread) }, general: rest?.general ?? [] }
}

/** All reasons, each once. The first of each field stands in `errors` as well as in `details`. */
function reasonsOf(
  { detail, errors = {}, details = [] }: Failed[number]['error'],
  { definition, choices: { matching } }: Plan,
): Omit<Refusal, 'line'> {
  const problems: Record<string, string[]> = {}
  const general = new Set<string>()
  const told = [
    ...Object.entries(errors).map(([path, message]) => ({ name: path.split('.')[0] ?? '', message })),
    ...details.map(({ pointer, message }) => ({ name: pointer.split('/')[1] ?? '', message })),
  ].map(({ name, message }) => ({ name, message: translated(message) }))
  for (const { name, message } of told) {
    if (matching.includes(name)) problems[name] = [...new Set([...(problems[name] ?? []), message])]
    else general.add(name === '' ? message : `${definition.fields[name]?.label ?? name}: ${message}`)
  }
  return { problems, general: told.length === 0 ? [translated(detail)] : [...general] }
}

/** The fields that a new record needs and that no column has. */
export function missingFields({ definition, targets, choices }: Pick<Plan, 'definition' | 'targets' | 'choices'>) {
  const required: unknown = definition.schema.required
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  return targets.filter(({ name }) => names.includes(name) && !choices.matching.includes(name))
}
