import { BadgeColumn } from './badge-column.tsx'
import { BooleanColumn } from './boolean-column.tsx'
import type { ColumnRenderers } from './column-props.ts'
import { DateColumn } from './date-column.tsx'
import { DatetimeColumn } from './datetime-column.tsx'
import { MoneyColumn } from './money-column.tsx'
import { NumberColumn } from './number-column.tsx'
import { RelationColumn } from './relation-column.tsx'
import { SinceColumn } from './since-column.tsx'
import { TagsColumn } from './tags-column.tsx'
import { TextColumn } from './text-column.tsx'

/** The renderers of columns. */
export const columns: ColumnRenderers = {
  text: TextColumn,
  number: NumberColumn,
  money: MoneyColumn,
  boolean: BooleanColumn,
  badge: BadgeColumn,
  tags: TagsColumn,
  date: DateColumn,
  datetime: DatetimeColumn,
  since: SinceColumn,
  relation: RelationColumn,
}
