import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sessionOptions } from '../api/documents.ts'
import { drafts } from '../api/drafts.ts'
import type { RecordId } from '../api/paths.ts'
import { type Draft, draftKey, draftValues } from '../form/draft.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { DraftNotice } from './draft-notice.tsx'

/** Milliseconds after the last key press. */
const PAUSE = 100

/**
 * Stores the input of a form until it is saved or discarded, even if the tab is closed.
 * @returns a notice with the draft of an earlier visit, and a function that deletes the draft
 */
export function useDraft(form: RecordForm, recordId: RecordId | undefined) {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false })
  const key = draftKey(session?.id ?? '', form.definition, recordId)
  const [offered, setOffered] = useState<Draft | null>(() => drafts.read<Draft>(key))
  const wasDirty = useRef(false)
  const { isDirty, definition, values, initial, base } = form

  const forget = () => {
    wasDirty.current = false
    drafts.remove(key)
    setOffered(null)
  }
  useEffect(() => {
    if (!isDirty) {
      if (wasDirty.current && offered === null) drafts.remove(key)
      wasDirty.current = false
      return
    }
    wasDirty.current = true
    const write = () => {
      if (!wasDirty.current) return
      const entered = { ...offered?.values, ...draftValues(definition, values, initial) }
      drafts.write(key, { saved_at: Date.now(), base, values: entered })
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
      onRestore={() => {
        form.restart(offered.base, { ...offered.values, ...draftValues(definition, values, initial) })
        setOffered(null)
      }}
      onDiscard={forget}
    />
  )
  return { notice, forget }
}
