import { ActionIcon, Box } from '@mantine/core'
import { IconArrowsMove } from '@tabler/icons-react'
import type { CSSProperties, DragEvent, HTMLAttributes } from 'react'
import { fillPath } from '../api/paths.ts'
import { PathLink } from '../screen/path-link.tsx'
import type { CalendarEntry } from './calendar-entries.ts'
import styles from './entry-block.module.css'
import { entryTimes } from './entry-words.ts'
import type { Moves } from './use-moves.ts'

interface EntryBlockProps {
  entry: CalendarEntry
  viewPath: string | undefined
  moves: Moves
  /** What the grid says of it: where it stands, what is in it. */
  rootProps: HTMLAttributes<HTMLElement>
}

/**
 * An entry in a grid: a link to its screen where it has one, to be dragged where it can be moved. Its colour tints it; what it says
 * is always in the ink of texts.
 */
export function EntryBlock({ entry, viewPath, moves, rootProps: { children, ...rootProps } }: EntryBlockProps) {
  const onDragStart = (event: DragEvent<HTMLElement>) => {
    takeByItsStart(event)
    rootProps.onDragStart?.(event)
  }
  return (
    <Box
      {...rootProps}
      tabIndex={undefined}
      data-color={entry.color ?? 'blue'}
      style={{ ...rootProps.style, ...INK }}
      onDragStart={onDragStart}
    >
      {viewPath === undefined ? (
        children
      ) : (
        <PathLink href={fillPath(viewPath, entry.id)} className={styles.link} draggable={false}>
          {children}
        </PathLink>
      )}
      <MoveButton entry={entry} moves={moves} className={styles.move} />
    </Box>
  )
}

/** The grid takes the pointer for the new start, so an entry hangs by its start, wherever it was taken. */
function takeByItsStart({ nativeEvent, currentTarget }: DragEvent<HTMLElement>) {
  nativeEvent.dataTransfer?.setDragImage(currentTarget, 0, 0)
}

const INK = {
  '--event-bg': 'color-mix(in srgb, var(--tone) 16%, var(--surface))',
  '--event-hover': 'color-mix(in srgb, var(--tone) 26%, var(--surface))',
  '--event-color': 'var(--ink)',
} as CSSProperties

interface MoveButtonProps {
  entry: CalendarEntry
  moves: Moves
  className: string | undefined
}

/** Asks where an entry is to go to, for who does not drag it. */
export function MoveButton({ entry, moves, className }: MoveButtonProps) {
  if (!moves.canMove(entry)) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      {...(className !== undefined && { className })}
      aria-label={`Move ${entry.title} ${entryTimes(entry)}…`}
      onClick={() => moves.ask(entry)}
    >
      <IconArrowsMove size={14} aria-hidden />
    </ActionIcon>
  )
}
