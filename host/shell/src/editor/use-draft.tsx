import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sessionOptions } from '../api/documents.ts'
import { drafts } from '../api/drafts.ts'
import type { RecordId } from '../api/paths.ts'
import { type Draft, draftKey, draftValues, withEarlier } from '../form/draft.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { DraftNotice } from './draft-notice.tsx'

/** Milliseconds after the last key press. */
const PAUSE = 100

/**
 * Stores the input of a form until it is saved or discarded, even if the tab is closed. A draft of another new record is never mixed with the
 * input, and stays until it is restored or discarded itself.
 * @returns a notice with the draft of an earlier visit, and a function that deletes the input
 */
export function useDraft(form: RecordForm, recordId: RecordId | undefined) {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false })
  const key = draftKey(session?.id ?? '', form.definition, recordId)
  const [offered, setOffered] = useState<Draft | null>(() => drafts.read<Draft>(key))
  const wasDirty = useRef(false)
  const { isDirty, definition, values, initial, base } = form
  const isNew = definition.operation === 'create'

  const entered = (): Draft => {
    const own = { saved_at: Date.now(), base, values: draftValues(definition, values, initial) }
    if (isNew) return withEarlier(own, offered)
    return { ...own, values: { ...offered?.values, ...own.values } }
  }
  const keep = (draft: Draft | null | undefined) => (draft ? drafts.write(key, draft) : drafts.remove(key))
  const offer = (draft: Draft | null | undefined) => {
    keep(draft)
    setOffered(draft ?? null)
  }
  const forget = () => {
    wasDirty.current = false
    offer(isNew ? offered : null)
  }
  const restore = (draft: Draft) => {
    const own = entered()
    form.restart(draft.base, isNew ? draft.values : own.values)
    setOffered(isNew && isDirty ? withEarlier(own, draft.earlier ?? null) : (draft.earlier ?? null))
  }
  useEffect(() => {
    if (!isDirty) {
      if (wasDirty.current) keep(offered)
      wasDirty.current = false
      return
    }
    wasDirty.current = true
    const write = () => {
      if (wasDirty.current) keep(entered())
    }
    const timer = setTimeout(write, PAUSE)
    window.addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', write)
    }
  }, [key, isDirty, definition, values, initial, base, offered])

  const notice = offered && (
    <DraftNotice
      draft={offered}
      definition={definition}
      onRestore={() => restore(offered)}
      onDiscard={() => offer(offered.earlier)}
    />
  )
  return { notice, forget }
}
