import type { TableWidget } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { MenuButton } from '../theme/menu-button.tsx'
import { describeFilter } from './describe-filter.ts'
import type { List } from './use-list.ts'

const FilterChip = lazy(() => import('./filter-chip.tsx').then((module) => ({ default: module.FilterChip })))

/** The filters that are set, as chips, and a menu to add another. */
export function FilterBar({ widget, list }: { widget: TableWidget; list: List }) {
  const [openName, setOpenName] = useState<string | null>(null)
  const { filters } = list.state
  const described = widget.filters.map((filter) => ({ filter, words: describeFilter(filter, filters) }))
  const isChip = ({ filter, words }: (typeof described)[number]) => words !== null || filter.name === openName
  const others = described.filter((each) => !isChip(each)).map(({ filter }) => filter)
  const change = (changes: Record<string, string[]>) => {
    const set = Object.entries({ ...filters, ...changes }).filter(([, values]) => values.length > 0)
    list.change({ filters: Object.fromEntries(set) })
  }
  const button = (
    <Button variant="subtle" color="gray" leftSection={<IconFilter size={14} aria-hidden />}>
      Filter
    </Button>
  )

  return (
    <>
      <Suspense>
        {described.filter(isChip).map(({ filter, words }) => (
          <FilterChip
            key={filter.name}
            filter={filter}
            words={words}
            filters={filters}
            isOpen={filter.name === openName}
            onOpen={(open) => setOpenName(open ? filter.name : null)}
            onChange={change}
          />
        ))}
      </Suspense>
      {others.length > 0 && (
        <MenuButton button={button} position="bottom-start" width={200}>
          {(Menu) =>
            others.map(({ name, label }) => (
              <Menu.Item key={name} onClick={() => setOpenName(name)}>
                {label}
              </Menu.Item>
            ))
          }
        </MenuButton>
      )}
      {Object.keys(filters).length > 1 && (
        <Button variant="subtle" color="gray" onClick={() => list.change({ filters: {} })}>
          Clear
        </Button>
      )}
    </>
  )
}
