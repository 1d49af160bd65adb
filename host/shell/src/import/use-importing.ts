import type { FormDefinition, ImportResult, TableWidget } from '@atrium/sdk/documents'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { withQuery } from '../api/paths.ts'
import { refreshRecords } from '../api/records.ts'
import { request } from '../api/request.ts'
import { doneWithUndo } from '../feedback/undo.ts'
import { relatedByTitle } from '../fields/related-by-title.ts'
import { untilReached } from '../form/send-form.ts'
import { IdempotencyKeys } from '../form/submission.ts'
import { t } from '../language/t.ts'
import { useIsOpen } from '../theme/use-is-open.ts'
import { formatCount } from '../values/person-formats.ts'
import type { CellReading } from '../values/read-cell.ts'
import { sheetNotation, type SheetNotation } from '../values/sheet-notation.ts'
import { isStoredExport, matchColumns, type Target, targetsOf } from './match-columns.ts'
import {
  type Choices,
  isSent,
  isSentPartly,
  NOTHING,
  type Outcome,
  outcomeOf,
  type Plan,
  type PlannedLine,
  planLine,
  type Related,
} from './plan-import.ts'
import type { Sheet, SheetLine } from './read-sheet.ts'

/** An import in its three steps: a sheet, its columns, and the check of its lines. */
export type Importing = ReturnType<typeof useImporting>

type ImportWidget = TableWidget & { import: NonNullable<TableWidget['import']> }

interface ImportingOptions {
  widget: ImportWidget
  definition: FormDefinition
  /** Called when everything is saved. */
  onDone: () => void
}

export function useImporting({ widget, definition, onDone }: ImportingOptions) {
  const targets = useMemo(() => targetsOf(definition, widget.import), [definition, widget.import])
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [lines, setLines] = useState<readonly SheetLine[]>([])
  const [chosen, setChosen] = useState<Choices>(NO_CHOICES)
  const [step, setStep] = useState<'file' | 'columns' | 'check'>('file')
  const [checked, setChecked] = useState<Outcome | null>(null)
  const [isEdited, setEdited] = useState(false)
  const { matching, isStored } = chosen
  const sheetNotation = useMemo(
    () => notationOf({ lines: sheet?.lines ?? [], targets, choices: { matching, isStored } }),
    [sheet, targets, matching, isStored],
  )
  const choices = { ...chosen, notation: { ...sheetNotation.notation, ...chosen.notation } }
  const { run, isPending, error, reset } = useRun({ widget, definition, targets, choices })
  const isOpen = useIsOpen()
  const latest = useRef(lines)
  useEffect(() => void (latest.current = lines), [lines])

  const check = (given = lines) => {
    setStep('check')
    setChecked(null)
    run({ lines: given, isDryRun: true, all: false }, ({ outcome }) => {
      setChecked(outcome)
      setEdited(false)
    })
  }
  const save = (all: boolean) =>
    run({ lines, isDryRun: false, all }, ({ outcome, undo }) => {
      setChecked(outcome)
      if (outcome.saved) announce(outcome, { undo, undone: () => isOpen.current && checkAgain(lines) })
      if (outcome.saved && outcome.refused.length === 0) onDone()
      else if (outcome.saved) setLines(corrected(outcome.refused.map(({ line }) => line)))
    })
  /** The lines as they were sent, with what was corrected meanwhile. */
  const corrected = (sent: readonly SheetLine[]) => {
    const now = new Map(latest.current.map((line) => [line.line, line]))
    return sent.map((line) => now.get(line.line) ?? line)
  }
  /** After an undo, all lines are to be imported again. */
  const checkAgain = (all: readonly SheetLine[]) => {
    const whole = corrected(all)
    setLines(whole)
    check(whole)
  }

  return {
    ...{ step, sheet, targets, definition, choices, sheetNotation, checked, isEdited, isPending, error },
    canUndo: widget.import.undo !== undefined,
    take: (next: Sheet) => {
      const matching = matchColumns(next.headings, { targets, columns: widget.columns, fields: widget.import.fields })
      const isStored = isStoredExport(next.headings, widget.import)
      setSheet(next)
      setLines(next.lines)
      setChosen({ ...NO_CHOICES, matching, isStored, key: matching.includes('id') ? 'id' : null })
      setStep('columns')
    },
    choose: (changed: Partial<Choices>) => setChosen((present) => withChanged(present, changed)),
    edit: (line: SheetLine, at: number, text: string) => {
      setEdited(true)
      setLines((all) => all.map((each) => (each.line === line.line ? edited(each, at, text) : each)))
    },
    lineNow: (line: SheetLine) => lines.find((each) => each.line === line.line) ?? line,
    count: lines.length,
    check: () => check(),
    save,
    back: () => {
      reset()
      setStep(step === 'check' ? 'columns' : 'file')
    },
  }
}

const NO_CHOICES: Choices = { matching: [], key: null, clears: false, isStored: false, notation: {} }

/** A key whose column is left out identifies nothing. */
function withChanged(present: Choices, changed: Partial<Choices>): Choices {
  const next = { ...present, ...changed }
  return next.key === null || next.matching.includes(next.key) ? next : { ...next, key: null }
}

const edited = (line: SheetLine, at: number, text: string): SheetLine => ({
  ...line,
  cells: line.cells.map((cell, index) => (index === at ? text.trim() : cell)),
})

interface Saved {
  readonly undo: string | undefined
  readonly undone: () => void
}

function announce({ created, changed, unchanged }: Outcome, { undo, undone }: Saved): void {
  const parts = [
    ...(created > 0 ? [t('{count} created', { count: formatCount(created) })] : []),
    ...(changed > 0 ? [t('{count} changed', { count: formatCount(changed) })] : []),
    ...(created + changed === 0 ? [t('{count} unchanged', { count: formatCount(unchanged) })] : []),
  ]
  doneWithUndo(t('Imported: {parts}', { parts: parts.join(', ') }), undo, { undone })
}

interface Matched {
  readonly lines: readonly SheetLine[]
  readonly targets: readonly Target[]
  readonly choices: Pick<Choices, 'matching' | 'isStored'>
}

/** How the matched columns of a sheet write days and numbers. */
function notationOf({ lines, targets, choices }: Matched): SheetNotation {
  const columns = choices.matching.flatMap((name, at) => {
    const field = targets.find((each) => each.name === name)?.field
    return field ? [{ field, texts: lines.map(({ cells }) => cells[at] ?? '') }] : []
  })
  return sheetNotation(columns, { isStored: choices.isStored })
}

interface Run {
  lines: readonly SheetLine[]
  isDryRun: boolean
  all: boolean
}

interface Posted extends Omit<Run, 'lines'> {
  key: string | null
}

interface Ran {
  outcome: Outcome
  undo: string | undefined
}

/** Sends the lines that can be read, and has the others checked. The same lines get the same key until they are answered, so that nothing is imported twice. */
function useRun({ widget, ...shared }: Omit<Plan, 'related'> & { widget: ImportWidget }) {
  const queryClient = useQueryClient()
  const [keys] = useState(() => new IdempotencyKeys())
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  const post = async (planned: readonly PlannedLine[], { isDryRun, all, key }: Posted) => {
    if (planned.length === 0) return { data: NOTHING, undo: undefined }
    const records = planned.map(({ values }) => values)
    const body = { records, ...(key !== null && { key }), ...(all && { all }) }
    const { signal } = (leaving.current = new AbortController())
    const path = isDryRun ? withQuery(widget.import.path, 'dry_run=1') : widget.import.path
    const headers = { ...(!isDryRun && { 'idempotency-key': keys.keyFor(JSON.stringify(body)) }) }
    return untilReached(() => request<ImportResult>('POST', path, { body, headers, signal }), signal)
  }
  const send = async ({ lines, isDryRun, all }: Run, plan: Plan): Promise<Ran> => {
    const { key } = plan.choices
    const planned = lines.map((line) => planLine(line, plan))
    const partly = await post(planned.filter(isSentPartly(plan)), { isDryRun: true, all: false, key })
    const { data, undo } = await post(planned.filter(isSent), { isDryRun, all, key })
    return { outcome: outcomeOf(data, { planned, partly: partly.data.failed, plan }), undo }
  }
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (asked: Run) => {
      const related = await readRelated(queryClient, { ...shared, lines: asked.lines })
      return send(asked, { ...shared, related })
    },
    onSuccess: (_, { isDryRun }) => {
      if (isDryRun) return
      keys.forget()
      void refreshRecords(queryClient)
    },
  })
  const run = (asked: Run, onSuccess: (ran: Ran) => void) => mutate(asked, { onSuccess })
  return { run, isPending, error, reset }
}

/** Reads the related records that cells name by title or id. */
async function readRelated(
  queryClient: QueryClient,
  { lines, targets, choices }: { lines: readonly SheetLine[]; targets: readonly Target[]; choices: Choices },
): Promise<Related> {
  const known = new Map<string, (text: string) => CellReading>()
  for (const [at, name] of choices.matching.entries()) {
    const field = targets.find((each) => each.name === name)?.field
    if (name === null || field?.kind !== 'relation') continue
    const texts = lines.flatMap(({ cells }) => namesIn(cells[at] ?? '', field.multiple === true))
    known.set(name, await relatedByTitle(queryClient, field, texts))
  }
  return (name) => known.get(name)
}

/** Several names in one cell are separated as in an export; the whole cell may be one name, too. */
const namesIn = (text: string, isMultiple: boolean) => [text, ...(isMultiple ? text.split(/[;,\n]/) : [])]
