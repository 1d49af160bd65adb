import type { Filter } from '@atrium/sdk/documents'
import { Popover, UnstyledButton } from '@mantine/core'
import '../theme/select.css'
import { IconX } from '@tabler/icons-react'
import styles from './filter-chip.module.css'
import { filterKeys } from './filter-keys.ts'
import { FilterEditor } from './filters/filter-editor.tsx'
import { RelationTitle } from './filters/relation-title.tsx'
import type { ListState } from './list-state.ts'

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
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-start"
      width={280}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <div className={styles.chip}>
          <UnstyledButton
            className={styles.text}
            onClick={() => onOpen(!isOpen)}
            aria-expanded={isOpen}
            aria-haspopup="dialog"
          >
            {filter.label}
            {words !== null && (
              <strong>
                {filter.kind === 'relation' ? <RelationTitle relation={filter.relation} id={words} /> : words}
              </strong>
            )}
          </UnstyledButton>
          <UnstyledButton className={styles.clear} aria-label={`Remove the filter ${filter.label}`} onClick={clear}>
            <IconX size={12} aria-hidden />
          </UnstyledButton>
        </div>
      </Popover.Target>
      <Popover.Dropdown p="sm" role="dialog" aria-label={filter.label}>
        <FilterEditor filter={filter} filters={filters} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  )
}
