import { BadgeEntry } from './badge-entry.tsx'
import { BooleanEntry } from './boolean-entry.tsx'
import type { EntryRenderers } from './entry-props.ts'
import { DateEntry } from './date-entry.tsx'
import { DatetimeEntry } from './datetime-entry.tsx'
import { MoneyEntry } from './money-entry.tsx'
import { NumberEntry } from './number-entry.tsx'
import { RelationEntry } from './relation-entry.tsx'
import { RepeaterEntry } from './repeater-entry.tsx'
import { SinceEntry } from './since-entry.tsx'
import { TagsEntry } from './tags-entry.tsx'
import { TextEntry } from './text-entry.tsx'

/** The renderers of entries. */
export const entries: EntryRenderers = {
  text: TextEntry,
  number: NumberEntry,
  money: MoneyEntry,
  boolean: BooleanEntry,
  badge: BadgeEntry,
  tags: TagsEntry,
  date: DateEntry,
  datetime: DatetimeEntry,
  since: SinceEntry,
  relation: RelationEntry,
  repeater: RepeaterEntry,
}
