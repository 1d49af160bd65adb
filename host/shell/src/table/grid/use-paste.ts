import type { BulkResult } from '@atrium/sdk/documents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type BulkOutcome, countOf } from '../../actions/action-answer.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import type { DataRecord } from '../../api/paths.ts'
import { refreshRecords } from '../../api/records.ts'
import { request } from '../../api/request.ts'
import { toast } from '../../feedback/toast.ts'
import { doneWithUndo, sendingChange } from '../../feedback/undo.ts'
import { untilReached } from '../../form/send-form.ts'
import { IdempotencyKeys } from '../../form/submission.ts'
import { t } from '../../language/t.ts'
import { usePermitted } from '../../session/permissions.ts'
import type { EditableCells } from '../editable-cells.ts'
import type { ShownColumn } from '../layout.ts'
import type { TableScope } from '../table-scope.ts'
import type { Area } from './grid-range.ts'
import { shownTitles } from './grid-titles.ts'
import { inWords, pasteBody, type Refusals, refusalsIn, refusalsOf } from './paste-answer.ts'
import { countsOf, type PastePlan, planPaste, spread, withRefusals } from './plan-paste.ts'
import { readRelated } from './read-related.ts'
import type { TextBlock } from './tsv.ts'
import { useInTurn } from './use-in-turn.ts'

/** Up to this many cells are changed at once. Of more, and if any cell is refused, the person is shown what will change. */
const FEW = 20

const NONE: Refusals = new Map()

interface Pasted {
  readonly block: TextBlock
  readonly area: Area
  /** The records and columns of the grid at that moment: when its turn comes, others may be in their places. */
  readonly records: readonly DataRecord[]
  readonly columns: readonly ShownColumn[]
}

/** Changes the cells of a grid to pasted texts: plans it, shows the plan if it is large or cannot be done completely, and sends it. */
export function usePaste(scope: TableScope, cells: EditableCells) {
  const { widget, list, columns } = scope
  const queryClient = useQueryClient()
  const permitted = usePermitted()
  const definition = cells.form?.definition
  const [plan, setPlan] = useState<PastePlan | null>(null)
  const [refusals, setRefusals] = useState(NONE)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const isUndoable = widget.change_many?.undo !== undefined && permitted([widget.change_many.undo]).length > 0
  const sending = useSending(scope, cells, {
    isUndoable,
    onDone: (sent, { done, failed }) => {
      setPlan(null)
      setRefusals((before) => new Map([...before, ...refusalsOf(sent, failed)]))
      if (failed.length > 0)
        setOutcome({
          done: done.length,
          failed: failed.length,
          failures: inWords(failed, definition ?? { fields: {} }),
        })
    },
    onRefused: setPlan,
  })

  const start = async ({ block, area, columns: shown, ...pasted }: Pasted) => {
    if (definition === undefined) return
    const texts = spread(block, area)
    const related = await readRelated(queryClient, { block: texts, area, columns: shown, definition })
    const present = list.page.data?.records ?? []
    const records = newest(pasted.records, present)
    const titles = shownTitles(queryClient, shown, present)
    const next = planPaste(texts, area, { records, columns: shown, definition, canChange: cells.has, titles, related })
    const { changed, refused } = countsOf(next)
    if (changed + refused + next.outside === 0) toast.ended(t('Nothing to change'))
    else if (changed > FEW || refused > 0 || next.outside > 0) setPlan(next)
    else await sending.send(next)
  }
  // The form of the edit screen may still be loading, and a person answers one question before the next.
  const isFree = definition !== undefined && !sending.isPending && plan === null && outcome === null
  const add = useInTurn(isFree, start)

  return {
    /** Changes the cells of an area, or from its first cell on. */
    paste: (block: TextBlock, area: Area) => {
      setRefusals(NONE)
      add({ block, area, records: list.page.data?.records ?? [], columns: columns.shown })
    },
    /** What the person is asked about. */
    plan,
    refusals,
    forgetRefusals: () => setRefusals(NONE),
    /** The records that the host did not change. */
    outcome,
    isPending: sending.isPending,
    banner: sending.banner,
    confirm: () => plan && void sending.send(plan),
    dismiss: () => {
      setPlan(null)
      setOutcome(null)
      sending.forget()
    },
    titleField: widget.record_title_attribute,
    isUndoable,
  }
}

export type Paste = ReturnType<typeof usePaste>

/** Records as the grid shows them now. One that it no longer shows stays as it was, and the host refuses it if it has changed since. */
function newest(records: readonly DataRecord[], shown: readonly DataRecord[]): readonly DataRecord[] {
  const byId = new Map(shown.map((record) => [record.id, record]))
  return records.map((record) => byId.get(record.id) ?? record)
}

interface Answers {
  /** Whether the host offers to undo what it changes. */
  isUndoable: boolean
  onDone: (plan: PastePlan, result: BulkResult) => void
  /** Nothing was changed; the plan has the reasons. */
  onRefused: (plan: PastePlan) => void
}

/** Sends a plan as one change, which is undone as one. */
function useSending({ widget }: TableScope, { form }: EditableCells, { isUndoable, onDone, onRefused }: Answers) {
  const queryClient = useQueryClient()
  const [keys] = useState(() => new IdempotencyKeys())
  const [banner, setBanner] = useState<string | null>(null)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  const { mutateAsync, isPending } = useMutation({
    mutationFn: (plan: PastePlan) => {
      const { signal } = (leaving.current = new AbortController())
      const body = pasteBody(plan, form?.definition ?? { fields: {} })
      const headers = { 'idempotency-key': keys.keyFor(JSON.stringify(body)) }
      const path = widget.change_many?.path ?? ''
      return sendingChange(untilReached(() => request<BulkResult>('POST', path, { body, headers, signal }), signal))
    },
    onSuccess: ({ data, undo }, plan) => {
      keys.forget()
      // The host keeps some values in another form than they were pasted in: a phone number without spaces.
      if (isUndoable && undo === undefined && data.failed.length === 0) toast.ended(t('Nothing to change'))
      else if (data.done.length > 0) doneWithUndo(t('{records} changed', { records: countOf(data.done.length) }), undo)
      onDone(plan, data)
    },
    onError: (error, plan) => {
      const named = error instanceof ApiProblem ? refusalsIn(plan, error.problem) : NONE
      setBanner(named.size > 0 ? t('Some values were not accepted. Nothing has been changed yet.') : error.message)
      onRefused(withRefusals(plan, named))
    },
    onSettled: () => refreshRecords(queryClient),
  })
  /** Ends once the grid shows the answer. */
  const send = async (plan: PastePlan): Promise<void> => {
    setBanner(null)
    // `onError` tells why it failed.
    await mutateAsync(plan).catch(() => undefined)
  }
  return { send, isPending, banner, forget: () => setBanner(null) }
}
