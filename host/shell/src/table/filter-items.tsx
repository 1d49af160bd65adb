import type { Filter } from '@atrium/sdk/documents'
import { Menu } from '@mantine/core'

interface FilterItemsProps {
  filters: readonly Filter[]
  onChoose: (name: string) => void
}

/** The filters that are not set yet. */
export function FilterItems({ filters, onChoose }: FilterItemsProps) {
  return filters.map(({ name, label }) => (
    <Menu.Item key={name} onClick={() => onChoose(name)}>
      {label}
    </Menu.Item>
  ))
}
