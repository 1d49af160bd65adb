import type { Filter } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../language/t.ts'
import { useEarlyKeys } from '../theme/early-keys.ts'
import { MenuButton } from '../theme/menu-button.tsx'
import type { Comparison } from './comparisons.ts'
import { comparisonKeys, comparisonsOf } from './comparisons.ts'
import type { ListState } from './list-state.ts'

const FilterChip = lazy(() => import('./filter-chip.tsx').then((module) => ({ default: module.FilterChip })))

/** The condition whose inputs are open, and the one that it has just replaced, which the address may still contain. */
interface Open {
  name: string
  comparison: Comparison
  instead?: Comparison
}

interface FilterBarProps {
  /** The filters that are offered. */
  offered: readonly Filter[]
  /** Those that are set. */
  filters: ListState['filters']
  onChange: (filters: ListState['filters']) => void
}

/** The conditions that are set, as chips; all must hold. A menu adds another. */
export function FilterBar({ offered, filters, onChange }: FilterBarProps) {
  const [open, setOpen] = useState<Open | null>(null)
  useEarlyKeys(open !== null, () => setOpen(null), { keepsEnter: true })
  const isOpen = (name: string, comparison: Comparison) => open?.name === name && open.comparison === comparison
  const isShown = (filter: Filter, comparison: Comparison) => {
    if (isOpen(filter.name, comparison)) return true
    if (open?.name === filter.name && open.instead === comparison) return false
    return comparisonKeys(filter, comparison).some((name) => name in filters)
  }
  const chips = offered.map((filter) => ({
    filter,
    comparisons: comparisonsOf(filter).filter((comparison) => isShown(filter, comparison)),
  }))
  const change = (changes: Record<string, readonly string[]>) => {
    const set = Object.entries({ ...filters, ...changes }).filter(([, values]) => values.length > 0)
    onChange(Object.fromEntries(set))
  }
  const shown = chips.flatMap(({ comparisons }) => comparisons).length
  const adds = useFocusOfRemovedChip(shown)
  const button = (
    <Button ref={adds} variant="subtle" color="gray" leftSection={<IconFilter size={14} aria-hidden />}>
      {t('Filter')}
    </Button>
  )
  if (offered.length === 0) return null

  return (
    <>
      <Suspense>
        {chips.flatMap(({ filter, comparisons }) =>
          comparisons.map((comparison, index) => (
            <FilterChip
              key={`${filter.name} ${index}`}
              filter={filter}
              comparison={comparison}
              filters={filters}
              isOpen={isOpen(filter.name, comparison)}
              onOpen={(opened) => setOpen(opened && { name: filter.name, comparison: opened, instead: comparison })}
              onChange={change}
            />
          )),
        )}
      </Suspense>
      <MenuButton button={button} position="bottom-start" width={200}>
        {(Menu) =>
          chips.map(({ filter, comparisons: [first = comparisonsOf(filter)[0]] }) => (
            <Menu.Item
              key={filter.name}
              disabled={first === undefined}
              onClick={() => first && setOpen({ name: filter.name, comparison: first })}
            >
              {filter.label}
            </Menu.Item>
          ))
        }
      </MenuButton>
      {shown > 1 && (
        <Button variant="subtle" color="gray" onClick={() => onChange({})}>
          {t('Clear')}
        </Button>
      )}
    </>
  )
}

/** A chip takes the focus along when it goes away. The button that adds another one gets it. */
function useFocusOfRemovedChip(shown: number) {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (shown < before.current && document.activeElement === document.body) button.current?.focus()
    before.current = shown
  }, [shown])
  return button
}
