import type { Filter, RelationTarget } from '@atrium/sdk/documents'
import { Popover, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { relatedOptions } from '../api/records.ts'
import '../theme/select.css'
import { recordTitle } from '../values/record-title.ts'
import styles from './filter-chip.module.css'
import { FilterEditor } from './filter-editor.tsx'
import { filterKeys } from './list-state.ts'
import type { ListState } from './list-state.ts'

interface FilterChipProps {
  filter: Filter
  /** Its value in words; null while it is not set. */
  words: string | null
  filters: ListState['filters']
  isOpen: boolean
  onOpen: (open: boolean) => void
  onChange: (changes: Record<string, string[]>) => void
}

/** One filter with its value. A click opens its inputs, the cross removes it. */
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

/** The title of the record whose id is in the address; the id until the title is loaded. */
function RelationTitle({ relation, id }: { relation: RelationTarget; id: string }) {
  const { data } = useQuery(relatedOptions(relation, [id]))
  const [record] = data ?? []
  return <>{record ? recordTitle(record, relation.title_attribute) : id}</>
}
