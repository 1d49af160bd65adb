import type { Filter } from '@atrium/sdk/documents'
import { Popover, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { filterKeys } from './filter-keys.ts'
import type { ListState } from './list-state.ts'
import styles from './toolbar.module.css'

const FilterEditor = lazy(() =>
  import('./filters/filter-editor.tsx').then((module) => ({ default: module.FilterEditor })),
)

interface FilterChipProps {
  filter: Filter
  /** What it is set to, in words; null while it is not. */
  words: string | null
  filters: ListState['filters']
  isOpen: boolean
  onOpen: (open: boolean) => void
  onChange: (changes: Record<string, string[]>) => void
}

/** One filter: what it is set to, opened by a click, taken away by its cross. */
export function FilterChip({ filter, words, filters, isOpen, onOpen, onChange }: FilterChipProps) {
  const clear = () => {
    onOpen(false)
    onChange(Object.fromEntries(filterKeys(filter).map((name) => [name, []])))
  }
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus returnFocus width={280}>
      <Popover.Target>
        <div className={styles.chip}>
          <UnstyledButton className={styles.chipText} onClick={() => onOpen(!isOpen)} aria-expanded={isOpen}>
            {filter.label}
            {words !== null && <strong>{words}</strong>}
          </UnstyledButton>
          <UnstyledButton className={styles.chipClear} aria-label={`Remove the filter ${filter.label}`} onClick={clear}>
            <IconX size={12} aria-hidden />
          </UnstyledButton>
        </div>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={filter.label}>
        <Suspense>
          <FilterEditor filter={filter} filters={filters} onChange={onChange} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
