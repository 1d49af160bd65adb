import type { FormDefinition } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sessionOptions } from '../api/documents.ts'
import { drafts } from '../api/drafts.ts'
import type { RecordId } from '../api/paths.ts'
import { randomKey } from '../api/random-key.ts'
import { draftKey, draftValues, offeredDrafts, recordPlace, together, tooMany } from '../form/draft.ts'
import type { Draft, KeptDraft } from '../form/draft.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { DraftNotice } from './draft-notice.tsx'

/** Milliseconds after the last key press until drafts that are too many are removed. */
const PAUSE = 100

/**
 * Stores the input of a form until it is saved or discarded, with each key press, because a tab may be killed after any of them. Drafts of
 * other visits stay apart until they are restored or discarded. A draft of another new record replaces the input, which is offered instead.
 * @returns a notice with the draft of an earlier visit, and a function that deletes the input
 */
export function useDraft(form: RecordForm, recordId: RecordId | undefined) {
  const { isDirty, definition, values, initial, base } = form
  const isNew = definition.operation === 'create'
  const places = usePlaces(definition, isNew ? '' : recordPlace(recordId ?? ''))
  const { key, offered } = places
  const [first] = offered
  const wasDirty = useRef(false)
  const forgotten = useRef<string | null>(null)
  const restored = useRef<string | null>(null)

  const input = () => draftValues(definition, values, initial)
  const entered = (): Draft => ({ saved_at: Date.now(), base, tab: places.tab, values: input() })
  const forget = () => {
    wasDirty.current = false
    forgotten.current = JSON.stringify(input())
    drafts.remove(key)
  }
  const discard = ({ key: discarded }: KeptDraft) => {
    drafts.remove(discarded)
    places.offer(offered.slice(1))
  }
  const restore = (kept: KeptDraft) => {
    const own = entered()
    // It may have been written since it was offered, here or in another tab.
    const [{ draft } = kept] = drafts.readOne<Draft>(kept.key)
    const { base, values } = isNew ? draft : together(draft, own)
    form.restart(base, values, { areRestored: true })
    restored.current = kept.key
    places.offer(offered.slice(1))
    if (isNew && isDirty) places.leave(own)
  }
  /** A restored draft stays stored until the form has stored it as its own, because the tab may be killed in between. */
  const removeRestored = () => {
    if (restored.current !== null) drafts.remove(restored.current)
    restored.current = null
  }
  useEffect(() => {
    if (!isDirty) {
      if (wasDirty.current) drafts.remove(key)
      wasDirty.current = false
      forgotten.current = null
      removeRestored()
      return
    }
    // A form that still shows what was discarded does not store it again.
    if (forgotten.current !== null && JSON.stringify(input()) === forgotten.current) return
    wasDirty.current = true
    drafts.write(key, entered())
    removeRestored()
    const timer = setTimeout(places.tidy, PAUSE)
    return () => clearTimeout(timer)
  }, [key, isDirty, definition, values, initial, base])

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

/**
 * Where the input of a form is stored, and the drafts of other visits. Each visit has a place of its own, because two tabs may enter
 * different things at the same time.
 * @param record the beginning of all places for this record; empty for new records
 */
function usePlaces(definition: FormDefinition, record: string) {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false })
  const keyOf = (place: string) => draftKey(session?.id ?? '', definition, place)
  const [tab] = useState(tabName)
  const [visit, setVisit] = useState(randomKey)
  const key = keyOf(record + visit)
  const kept = () => drafts.readAll<Draft>(keyOf(record))
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
