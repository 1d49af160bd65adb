import { ActionIcon, Box } from '@mantine/core'
import { IconArrowsMove } from '@tabler/icons-react'
import type { CSSProperties, DragEvent, HTMLAttributes } from 'react'
import { fillPath } from '../api/paths.ts'
import { t } from '../language/t.ts'
import { PathLink } from '../screen/path-link.tsx'
import type { CalendarEntry } from './calendar-entries.ts'
import styles from './entry-block.module.css'
import { entryTimes } from './entry-words.ts'
import type { Moves } from './use-moves.ts'

interface EntryBlockProps {
  entry: CalendarEntry
  viewPath: string | undefined
  moves: Moves
  /** The props that the grid gives to the entry: its position and its content. */
  rootProps: HTMLAttributes<HTMLElement>
}

/** An entry in a grid. It links to its screen, and can be dragged if it can be moved. */
export function EntryBlock({ entry, viewPath, moves, rootProps: { children, ...rootProps } }: EntryBlockProps) {
  const onDragStart = (event: DragEvent<HTMLElement>) => {
    alignWithStart(event)
    rootProps.onDragStart?.(event)
  }
  return (
    <Box
      {...rootProps}
      tabIndex={undefined}
      data-color={entry.color ?? 'blue'}
      style={{ ...rootProps.style, ...COLORS }}
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

/** The grid uses the pointer as the new start, so the start of the dragged image is aligned with it, wherever it was grabbed. */
function alignWithStart({ nativeEvent, currentTarget }: DragEvent<HTMLElement>) {
  nativeEvent.dataTransfer?.setDragImage(currentTarget, 0, 0)
}

/** The colour of the entry tints its background; the text keeps the normal colour. */
const COLORS = {
  '--event-bg': 'color-mix(in srgb, var(--tone) 16%, var(--surface))',
  '--event-hover': 'color-mix(in srgb, var(--tone) 26%, var(--surface))',
  '--event-color': 'var(--ink)',
} as CSSProperties

interface MoveButtonProps {
  entry: CalendarEntry
  moves: Moves
  className: string | undefined
}

/** Represents entries without room, and leads to their day. */
export function MoreBlock({
  href,
  rootProps: { children, ...rootProps },
}: { href: string } & Pick<EntryBlockProps, 'rootProps'>) {
  return (
    <Box {...rootProps} tabIndex={undefined} data-more>
      <PathLink href={href} className={styles.link} draggable={false}>
        {children}
      </PathLink>
    </Box>
  )
}

/** Opens the dialog that moves an entry without dragging. */
export function MoveButton({ entry, moves, className }: MoveButtonProps) {
  if (!moves.canMove(entry)) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      {...(className !== undefined && { className })}
      aria-label={t('Move {title} {times}…', { title: entry.title, times: entryTimes(entry) })}
      onClick={() => moves.ask(entry)}
    >
      <IconArrowsMove size={14} aria-hidden />
    </ActionIcon>
  )
}
