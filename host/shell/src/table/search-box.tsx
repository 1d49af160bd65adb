import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import styles from './toolbar.module.css'
import { useSlashKey } from './use-slash-key.ts'

/** Searches the list a moment after one has stopped typing. `/` comes here, Esc empties it. */
export function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ from: value, text: value })
  const tell = useDebouncedCallback(onChange, 250)
  const isOwn = typed.from === value || typed.text.trim() === value
  const text = isOwn ? typed.text : value
  useSlashKey(input)

  const type = (next: string) => {
    setTyped({ from: value, text: next })
    tell(next.trim())
  }

  return (
    <TextInput
      ref={input}
      className={styles.search}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        type('')
        input.current?.blur()
      }}
      placeholder="Search…"
      aria-label="Search this list"
      aria-keyshortcuts="/"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="xs" aria-label="Empty the search" onClick={() => type('')} />}
    />
  )
}
