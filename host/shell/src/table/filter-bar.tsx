import type { TableWidget } from '@atrium/sdk/documents'
import { Button, Menu } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { describeFilter } from './describe-filter.ts'
import { useOnDemand } from '../dashboard/use-on-demand.ts'
import { FilterChip } from './filter-chip.tsx'
import type { List } from './use-list.ts'

const loadEditor = () => import('./filters/filter-editor.tsx').then((module) => module.FilterEditor)

/** The filters in force as chips, and a menu to add another. */
export function FilterBar({ widget, list }: { widget: TableWidget; list: List }) {
  const editor = useOnDemand(loadEditor)
  const [openName, setOpenName] = useState<string | null>(null)
  const { filters } = list.state
  const described = widget.filters.map((filter) => ({ filter, words: describeFilter(filter, filters) }))
  const isChip = ({ filter, words }: (typeof described)[number]) => words !== null || filter.name === openName
  const open = async (name: string) => {
    await editor.fetchIt()
    setOpenName(name)
  }
  const others = described.filter((each) => !isChip(each))

  return (
    <>
      {described.filter(isChip).map(({ filter, words }) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          words={words}
          filters={filters}
          Editor={editor.Component}
          isOpen={filter.name === openName}
          onOpen={(wanted) => (wanted ? void open(filter.name) : setOpenName(null))}
          onChange={(changes) => {
            const rest = Object.entries({ ...filters, ...changes }).filter(([, values]) => values.length > 0)
            list.change({ filters: Object.fromEntries(rest) })
          }}
        />
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start" width={200}>
          <Menu.Target>
            <Button variant="subtle" color="gray" leftSection={<IconFilter size={14} aria-hidden />}>
              Filter
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ filter }) => (
              <Menu.Item key={filter.name} onClick={() => void open(filter.name)}>
                {filter.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {Object.keys(filters).length > 1 && (
        <Button variant="subtle" color="gray" onClick={() => list.change({ filters: {} })}>
          Clear
        </Button>
      )}
    </>
  )
}
