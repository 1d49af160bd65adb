import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../language/t.ts'
import { isTyping } from '../theme/is-typing.ts'
import { FilterBar } from './filter-bar.tsx'
import { enterRows } from './row-keys.ts'
import type { TableScope } from './table-scope.ts'
import { TableTools } from './table-tools.tsx'
import styles from './toolbar.module.css'

/** Search and filters at the start of the line, the tools of the table at its end. */
export function Toolbar({ scope }: { scope: TableScope }) {
  const { widget, list } = scope
  return (
    <div className={styles.toolbar}>
      {widget.searchable && <SearchBox value={list.state.q} onChange={(q) => list.change({ q }, { replace: true })} />}
      <FilterBar
        offered={widget.filters}
        filters={list.state.filters}
        onChange={(filters) => list.change({ filters })}
      />
      <div className={styles.end} data-print="none">
        <TableTools scope={scope} />
      </div>
    </div>
  )
}

/** Searches the list shortly after the person stops typing. `/` focuses the box, Esc clears it. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ from: value, text: value })
  const search = useDebouncedCallback(onChange, 250)
  const isOwn = typed.from === value || typed.text.trim() === value
  const text = isOwn ? typed.text : value
  useSlashKey(input)

  const type = (next: string) => {
    setTyped({ from: value, text: next })
    search(next.trim())
  }

  return (
    <TextInput
      ref={input}
      className={styles.search}
      wrapperProps={{ 'data-print': 'none' }}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' && enterRows(event.currentTarget)) event.preventDefault()
        if (event.key !== 'Escape') return
        type('')
        input.current?.blur()
      }}
      placeholder={t('Search…')}
      aria-label={t('Search this list')}
      aria-keyshortcuts="/"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="xs" aria-label={t('Clear the search')} onClick={() => type('')} />
      }
    />
  )
}

/** Focuses an input when `/` is pressed outside of other inputs. */
function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [input])
}
