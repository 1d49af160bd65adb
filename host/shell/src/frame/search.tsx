import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { t } from '../language/t.ts'
import { useEarlyKeys } from '../theme/early-keys.ts'
import { isDialogOpen, isTyping } from '../theme/is-typing.ts'
import styles from './search.module.css'

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })))
const SearchDialog = lazy(() => import('./search-dialog.tsx').then((module) => ({ default: module.SearchDialog })))

type Listener = () => void

const listeners = new Set<Listener>()

/** Connects the buttons with the dialog, which is mounted elsewhere. `onRequest` returns its undo. */
const searchRequests = {
  send: (): void => listeners.forEach((listener) => listener()),
  onRequest: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/**
 * The search dialog of a panel: opens with Ctrl+K, ⌘K or a `SearchButton`. The list of all keys opens with `?`. What is typed while the
 * code of the dialog is still being loaded is searched for, too.
 */
export function SearchHotkey() {
  const [open, setOpen] = useState<'search' | 'keys'>()
  const close = () => setOpen(undefined)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event.target) && !isDialogOpen()) setOpen('keys')
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (open === 'search') close()
      else setOpen('search')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open])
  useEffect(() => searchRequests.onRequest(() => setOpen('search')), [])
  useEarlyKeys(open === 'search', close, { keepsEnter: true })
  useEarlyKeys(open === 'keys', close)

  return (
    <Suspense>
      {open === 'search' && <SearchDialog onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  )
}

const isMac = navigator.userAgent.includes('Mac')

/** Opens the search of the panel. */
export function SearchButton({ compact = false }: { compact?: boolean }) {
  if (compact) {
    return (
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Search')} onClick={searchRequests.send}>
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <UnstyledButton className={styles.search} onClick={searchRequests.send} aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={14} aria-hidden />
      <span className={styles.label}>{t('Search')}</span>
      <kbd className={styles.keys}>{isMac ? '⌘K' : `${t('Ctrl')} K`}</kbd>
    </UnstyledButton>
  )
}
