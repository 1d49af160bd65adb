import type { CalendarWidget } from '@atrium/sdk/documents'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem, foreignProblem } from '../api/api-problem.ts'
import type { DataRecord, RecordId } from '../api/paths.ts'
import { fillPath } from '../api/paths.ts'
import { refreshRecords } from '../api/records.ts'
import { request } from '../api/request.ts'
import { conditionHolds } from '../values/condition-holds.ts'
import { toast } from '../feedback/toast.ts'
import { doneWithUndo, sendingChange } from '../feedback/undo.ts'
import { t } from '../language/t.ts'
import { usePermitted } from '../session/permissions.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import type { Changes, EntryPlace } from './entry-place.ts'
import { hasSamePlace, placeChanges } from './entry-place.ts'
import { CHANGED, movedText, refusalText } from './entry-words.ts'

/** An entry in the dialog that moves it. */
export interface AskedMove {
  readonly entry: CalendarEntry
  readonly place: EntryPlace
  readonly isSending?: boolean
  /** The reason of the host's refusal. */
  readonly refusal?: string
}

const NONE: ReadonlyMap<RecordId, Changes> = new Map()

/**
 * Moves entries, by dragging and by a dialog. A moved entry is shown in its new place at once. If the host refuses, it returns to its old
 * place and the reason is shown.
 */
export function useMoves(widget: CalendarWidget) {
  const queryClient = useQueryClient()
  const [declared] = usePermitted()(widget.move ? [widget.move] : [])
  const [underway, setUnderway] = useState(NONE)
  const [asked, setAsked] = useState<AskedMove | null>(null)
  /** What `asked` is, also between two renders. */
  const latest = useRef<AskedMove | null>(null)
  const show = (question: AskedMove | null) => {
    latest.current = question
    setAsked(question)
  }
  useEffect(() => () => void (latest.current = null), [])
  const forget = (id: RecordId) => setUnderway((known) => new Map([...known].filter(([each]) => each !== id)))

  /** Returns the reason of a refusal; undefined on success. */
  const send = async (entry: CalendarEntry, place: EntryPlace, { changes }: { changes: Changes }) => {
    setUnderway((known) => new Map(known).set(entry.id, changes))
    try {
      doneWithUndo(movedText(entry, place), await sendingChange(sendMove(widget, entry.record, changes)))
      await refreshRecords(queryClient)
    } catch (error) {
      void refreshRecords(queryClient)
      return refusalText(error)
    } finally {
      forget(entry.id)
    }
    return undefined
  }
  const drop = async (entry: CalendarEntry, place: EntryPlace) => {
    const changes = placeChanges(widget, entry, place)
    if (Object.keys(changes).length === 0) return
    if (declared?.confirm !== undefined) return show({ entry, place })
    const refusal = await send(entry, place, { changes })
    if (refusal !== undefined) toast.failed(refusedText(entry, refusal))
  }
  const answer = async (entry: CalendarEntry, place: EntryPlace) => {
    const changes = placeChanges(widget, entry, place)
    if (Object.keys(changes).length === 0) return show(null)
    const question = { entry, place, isSending: true }
    show(question)
    const refusal = await send(entry, place, { changes })
    // The person may have closed this dialog meanwhile, and opened that of another entry.
    if (latest.current === question) show(refusal === undefined ? null : { entry, place, refusal })
    else if (refusal !== undefined) toast.failed(refusedText(entry, refusal))
  }

  return {
    step: declared?.step ?? 15,
    confirm: declared?.confirm,
    isOffered: declared !== undefined,
    canMove: ({ id, record }: CalendarEntry) =>
      declared !== undefined && !underway.has(id) && (!declared.when || conditionHolds(declared.when, record)),
    /** Changes of records that the host has not confirmed yet. */
    underway,
    drop: (entry: CalendarEntry, place: EntryPlace) => void drop(entry, place),
    ask: (entry: CalendarEntry) => show({ entry, place: { start: entry.start, end: entry.end } }),
    asked,
    answer: (entry: CalendarEntry, place: EntryPlace) => void answer(entry, place),
    dismiss: () => show(null),
  }
}

const refusedText = ({ title }: CalendarEntry, refusal: string) =>
  t('{title} was not moved. {refusal}', { title, refusal })

export type Moves = ReturnType<typeof useMoves>

/**
 * Moves a record, and returns the address that undoes it. Lists have no `ETag`, so the record is read first, and nothing is sent if its
 * place has changed since it was shown. After that, `If-Match` detects further changes.
 * @throws ApiProblem with the host's reason; 412 if the record has changed
 */
async function sendMove(widget: CalendarWidget, record: DataRecord, changes: Changes): Promise<string | undefined> {
  const path = fillPath(widget.move?.path ?? '', record.id)
  const { data, etag } = await request<DataRecord>('GET', path)
  if (!hasSamePlace(widget, data, record)) throw new ApiProblem(foreignProblem(412, 'version_mismatch', t(CHANGED)))
  const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag }
  return (await request('PATCH', path, { body: changes, headers })).undo
}
