import { UnstyledButton } from '@mantine/core'
import type { CSSProperties, HTMLAttributes } from 'react'
import { fillPath } from '../api/fill-path.ts'
import { PathLink } from '../navigation/path-link.tsx'
import type { CalendarEntry } from './calendar-entries.ts'

interface EntryBlockProps {
  entry: CalendarEntry
  viewPath: string | undefined
  /** What the grid says of it: where it stands, what is in it. */
  rootProps: HTMLAttributes<HTMLElement>
}

/** An entry in a grid: a link to its screen where it has one. Its colour tints it; what it says is always in the ink of texts. */
export function EntryBlock({ entry, viewPath, rootProps }: EntryBlockProps) {
  const shared = { ...rootProps, 'data-color': entry.color ?? 'blue', style: { ...rootProps.style, ...INK } }
  if (viewPath === undefined) return <UnstyledButton {...shared} component="div" tabIndex={undefined} />
  return <UnstyledButton {...shared} component={PathLink} href={fillPath(viewPath, entry.id)} />
}

const INK = {
  '--event-bg': 'color-mix(in srgb, var(--tone) 16%, var(--surface))',
  '--event-hover': 'color-mix(in srgb, var(--tone) 26%, var(--surface))',
  '--event-color': 'var(--ink)',
} as CSSProperties
