import { IconPointFilled } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { icons } from './icon-map.ts'

/** An icon that a document names; a dot where the name is unknown or missing. */
export function NamedIcon({ name, size = 16 }: { name: string | undefined; size?: number }) {
  const Known = (icons as Readonly<Record<string, Icon>>)[name ?? ''] ?? IconPointFilled
  return <Known size={size} stroke={1.75} aria-hidden />
}
