import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { searchRequests } from './search-requests.ts'
import styles from './search-button.module.css'

const isMac = navigator.userAgent.includes('Mac')

/** Opens the search of the whole panel. */
export function SearchButton({ compact = false }: { compact?: boolean }) {
  if (compact) {
    return (
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Search" onClick={searchRequests.send}>
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <UnstyledButton className={styles.search} onClick={searchRequests.send} aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={14} aria-hidden />
      <span className={styles.label}>Search</span>
      <kbd className={styles.keys}>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
    </UnstyledButton>
  )
}
