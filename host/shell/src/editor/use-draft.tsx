import type { FormDefinition } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sessionOptions } from '../api/documents.ts'
import { drafts } from '../api/drafts.ts'
import type { RecordId } from '../api/paths.ts'
import { randomKey } from '../api/random-key.ts'
import { type Draft, draftKey, draftValues, type KeptDraft, offeredDrafts, tooMany } from '../form/draft.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { DraftNotice } from './draft-notice.tsx'

/** Milliseconds after the last key press until drafts that are too many are removed. */
const PAUSE = 100

/**
 * Stores the input of a form until it is saved or discarded, with each key press, because a tab may be killed after any of them. A draft of
 * another new record is never mixed with the input, and stays until it is restored or discarded itself.
 * @returns a notice with the draft of an earlier visit, and a function that deletes the input
 */
export function useDraft(form: RecordForm, recordId: RecordId | undefined) {
  const { isDirty, definition, values, initial, base } = form
  const isNew = definition.operation === 'create'
  const places = usePlaces(definition, isNew ? undefined : (recordId ?? ''))
  const { key, offered } = places
  const [first] = offered
  const wasDirty = useRef(false)
  const forgotten = useRef<string | null>(null)

  const input = () => draftValues(definition, values, initial)
  const entered = (): Draft => {
    const own = { saved_at: Date.now(), base, tab: places.tab, values: input() }
    return isNew ? own : { ...own, values: { ...first?.draft.values, ...own.values } }
  }
  const forget = () => {
    wasDirty.current = false
    forgotten.current = JSON.stringify(input())
    drafts.remove(key)
    if (!isNew) places.offer([])
  }
  const discard = ({ key: discarded }: KeptDraft) => {
    drafts.remove(discarded)
    places.offer(offered.slice(1))
  }
  const restore = (kept: KeptDraft) => {
    const own = entered()
    form.restart(kept.draft.base, isNew ? kept.draft.values : own.values)
    discard(kept)
    if (isNew && isDirty) places.leave(own)
  }
  useEffect(() => {
    if (!isDirty) {
      if (wasDirty.current) putBack(key, isNew ? undefined : first)
      wasDirty.current = false
      forgotten.current = null
      return
    }
    // A form that still shows what was discarded does not store it again.
    if (forgotten.current !== null && JSON.stringify(input()) === forgotten.current) return
    wasDirty.current = true
    drafts.write(key, entered())
    if (!isNew) return
    const timer = setTimeout(places.tidy, PAUSE)
    return () => clearTimeout(timer)
  }, [key, isDirty, definition, values, initial, base, first])

  const notice = first && (
    <DraftNotice
      draft={first.draft}
      definition={definition}
      onRestore={() => restore(first)}
      onDiscard={() => discard(first)}
    />
  )
  return { notice, forget }
}

function putBack(key: string, former: KeptDraft | undefined): void {
  if (former) drafts.write(key, former.draft)
  else drafts.remove(key)
}

/**
 * Where the input of a form is stored, and the drafts of earlier visits. Each visit to the form of a new record has a place of its own, because
 * two tabs may enter different records at the same time.
 * @param record undefined for a new record
 */
function usePlaces(definition: FormDefinition, record: RecordId | undefined) {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false })
  const keyOf = (place: RecordId) => draftKey(session?.id ?? '', definition, place)
  const [tab] = useState(tabName)
  const [visit, setVisit] = useState(randomKey)
  const key = keyOf(record ?? visit)
  const kept = () => (record === undefined ? drafts.readAll<Draft>(keyOf('')) : drafts.readOne<Draft>(key))
  const [offered, offer] = useState<readonly KeptDraft[]>(() => offeredDrafts(kept(), tab))
  return {
    ...{ tab, key, offered, offer },
    /** Keeps the input as a draft to be offered, and continues at another place. */
    leave: (draft: Draft) => {
      drafts.write(key, draft)
      offer((others) => [{ key, draft }, ...others])
      setVisit(randomKey())
    },
    tidy: () => tooMany(kept()).forEach((each) => drafts.remove(each.key)),
  }
}

const TAB = 'atrium-tab'

/** A name of this tab that survives a reload. */
function tabName(): string {
  const name = sessionStorage.getItem(TAB) ?? randomKey()
  try {
    sessionStorage.setItem(TAB, name)
  } catch {
    // The browser stores nothing. The drafts are then offered in the order of their age.
  }
  return name
}
