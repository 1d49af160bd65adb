import { ActionIcon } from '@mantine/core'
import { IconArrowsMove } from '@tabler/icons-react'
import type { CalendarEntry } from './calendar-entries.ts'
import { entryTimes } from './entry-words.ts'
import type { Moves } from './use-moves.ts'

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
