import type { Filter } from '@atrium/sdk/documents'
import { Popover, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { relatedOptions } from '../api/records.ts'
import { t } from '../language/t.ts'
import { closePanel } from '../theme/close-panel.ts'
import '../theme/select.css'
import { recordTitle } from '../values/record-title.ts'
import type { Comparison } from './comparisons.ts'
import { comparisonKeys } from './comparisons.ts'
import { describeFilter } from './describe-filter.ts'
import styles from './filter-chip.module.css'
import { FilterEditor } from './filter-editor.tsx'
import type { ListState } from './list-state.ts'

interface FilterChipProps {
  filter: Filter
  comparison: Comparison
  filters: ListState['filters']
  isOpen: boolean
  /** Opens the inputs of the condition, with this comparison; null closes them. */
  onOpen: (comparison: Comparison | null) => void
  onChange: (changes: Record<string, readonly string[]>) => void
}

/** One condition in words: field, comparison and value. A click opens its inputs, the cross removes it. */
export function FilterChip({ filter, comparison, filters, isOpen, onOpen, onChange }: FilterChipProps) {
  const keys = comparisonKeys(filter, comparison)
  const isSet = keys.some((name) => name in filters)
  const titleOf = useTitles(filter, filters[keys[0] ?? ''] ?? [])
  const { verb, value } = describeFilter(filter, comparison, { filters, titleOf })
  const nothing = Object.fromEntries(keys.map((name) => [name, []]))
  const clear = () => {
    onOpen(null)
    onChange(nothing)
  }
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const compare = (next: Comparison, values: Record<string, readonly string[]>) => {
    onOpen(next)
    onChange({ ...nothing, ...values })
  }
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => (open ? onOpen(comparison) : closePanel(() => onOpen(null), { panel, button }))}
      position="bottom-start"
      width={304}
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <div className={styles.chip}>
          <UnstyledButton
            ref={button}
            className={styles.text}
            onClick={() => onOpen(isOpen ? null : comparison)}
            aria-expanded={isOpen}
            aria-haspopup="dialog"
          >
            {filter.label}
            {isSet && ` ${verb} `}
            {isSet && value !== '' && <strong>{value}</strong>}
          </UnstyledButton>
          <UnstyledButton
            className={styles.clear}
            data-print="none"
            aria-label={t('Remove the filter {label}', { label: filter.label })}
            onClick={clear}
          >
            <IconX size={12} aria-hidden />
          </UnstyledButton>
        </div>
      </Popover.Target>
      <Popover.Dropdown ref={panel} p="sm" role="dialog" aria-label={filter.label}>
        <FilterEditor
          filter={filter}
          comparison={comparison}
          filters={filters}
          onChange={onChange}
          onCompare={compare}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The titles of the records whose ids are in the address; the ids until the titles are loaded. */
function useTitles(filter: Filter, ids: readonly string[]): (id: string) => string {
  const relation = filter.kind === 'relation' ? filter.relation : undefined
  const { data = [] } = useQuery(
    relatedOptions(relation ?? { list_path: '', title_attribute: '' }, relation ? ids : []),
  )
  return (id) => {
    const record = data.find((each) => String(each.id) === id)
    return record && relation ? recordTitle(record, relation.title_attribute) : id
  }
}
