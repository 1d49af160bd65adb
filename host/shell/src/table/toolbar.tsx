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
      {widget.searchable && (
        <SearchBox
          value={list.state.q}
          isShown={!list.page.isPlaceholderData}
          onChange={(q) => list.change({ q }, { replace: true })}
        />
      )}
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

interface SearchBoxProps {
  value: string
  /** Whether the rows are those that were searched for. Until then, they are those of before. */
  isShown: boolean
  onChange: (value: string) => void
}

/** Searches the list shortly after the person stops typing. `/` focuses the box, Esc clears it, ↓ leads to the first row that is found. */
function SearchBox({ value, isShown, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ from: value, text: value })
  const search = useDebouncedCallback(onChange, 250)
  const isOwn = typed.from === value || typed.text.trim() === value
  const text = isOwn ? typed.text : value
  useSlashKey(input)
  const wantsRows = useRef(false)
  const isFound = isShown && text.trim() === value
  useEffect(() => {
    if (!wantsRows.current || !isFound) return
    wantsRows.current = false
    if (input.current === document.activeElement && input.current) enterRows(input.current)
  })

  const type = (next: string) => {
    wantsRows.current = false
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
        if (event.key === 'ArrowDown' && !isFound) {
          wantsRows.current = true
          search.flush()
        } else if (event.key === 'ArrowDown' && enterRows(event.currentTarget)) event.preventDefault()
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
