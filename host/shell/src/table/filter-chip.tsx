import type { Filter } from '@atrium/sdk/documents'
import { Popover, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { FilterProps } from './filters/filter-props.ts'
import { filterKeys } from './filter-keys.ts'
import type { ListState } from './list-state.ts'
import styles from './toolbar.module.css'

interface FilterChipProps {
  filter: Filter
  /** What it is set to, in words; null while it is not. */
  words: string | null
  filters: ListState['filters']
  isOpen: boolean
  /** What it is set with, once that is here. */
  Editor: ComponentType<FilterProps> | null
  onOpen: (open: boolean) => void
  onChange: (changes: Record<string, string[]>) => void
}

/** One filter: what it is set to, opened by a click, taken away by its cross. */
export function FilterChip({ filter, words, filters, isOpen, Editor, onOpen, onChange }: FilterChipProps) {
  const clear = () => {
    onOpen(false)
    onChange(Object.fromEntries(filterKeys(filter).map((name) => [name, []])))
  }
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      width={280}
      withRoles={false}
    >
      <Popover.Target>
        <div className={styles.chip}>
          <UnstyledButton
            className={styles.chipText}
            onClick={() => onOpen(!isOpen)}
            aria-expanded={isOpen}
            aria-haspopup="dialog"
          >
            {filter.label}
            {words !== null && <strong>{words}</strong>}
          </UnstyledButton>
          <UnstyledButton className={styles.chipClear} aria-label={`Remove the filter ${filter.label}`} onClick={clear}>
            <IconX size={12} aria-hidden />
          </UnstyledButton>
        </div>
      </Popover.Target>
      <Popover.Dropdown p="sm" role="dialog" aria-label={filter.label}>
        {Editor && <Editor filter={filter} filters={filters} onChange={onChange} />}
      </Popover.Dropdown>
    </Popover>
  )
}
