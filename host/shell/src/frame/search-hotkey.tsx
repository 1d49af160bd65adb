import { lazy, Suspense, useEffect, useState } from 'react'
import { searchRequests } from './search-requests.ts'

const SearchDialog = lazy(() => import('./search-dialog.tsx').then((module) => ({ default: module.SearchDialog })))

/** Opens the panel's search on Ctrl+K, Cmd+K or when a button asks for it. */
export function SearchHotkey() {
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen((was) => !was)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => searchRequests.onRequest(() => setOpen(true)), [])

  return <Suspense>{open && <SearchDialog onClose={() => setOpen(false)} />}</Suspense>
}
