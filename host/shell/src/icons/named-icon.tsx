import { IconPointFilled } from '@tabler/icons-react'
import { icons } from './icon-map.ts'

/** An icon that a document names; a dot where the name is unknown or missing. */
export function NamedIcon({ name, size = 16 }: { name: string | undefined; size?: number }) {
  const Icon = icons[name ?? ''] ?? IconPointFilled
  return <Icon size={size} stroke={1.75} aria-hidden />
}
