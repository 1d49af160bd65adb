import type { Entry } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { resourcesOptions } from '../api/documents.ts'
import type { RecordId } from '../api/paths.ts'
import { fillPath } from '../api/paths.ts'
import { usePanel } from '../screen/panel-context.ts'
import { PathLink } from '../screen/path-link.tsx'
import {
  TextValue,
  NumberValue,
  MoneyValue,
  BooleanValue,
  BadgeValue,
  TagsValue,
  DateValue,
  DatetimeValue,
  SinceValue,
  RelationValue,
  Blank,
  isBlank,
} from '../values/value-kinds.tsx'
import styles from './entry-kinds.module.css'

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

/** Entries, and the record that they are of, or the object of a list in it. */
export interface EntryListProps {
  entries: readonly Entry[]
  record: Readonly<Record<string, unknown>>
}

/** What the renderer of an entry is given. */
export interface EntryProps<Kind extends Entry['kind'] = Entry['kind']> {
  entry: Extract<Entry, { kind: Kind }>
  value: unknown
  /** Shows entries that stand inside of this one. */
  List: ComponentType<EntryListProps>
}

/** One renderer for each kind of entry: a kind without one does not compile. */
type EntryRenderers = { [Kind in Entry['kind']]: ComponentType<EntryProps<Kind>> }

/** An entry that shows a text, with its line breaks where it may have some. */
function TextEntry({ entry, value }: EntryProps<'text'>) {
  return (
    <span className={entry.multiline ? styles.lines : styles.line}>
      <TextValue value={value} options={entry.options} format={entry.format} />
    </span>
  )
}

/** An entry that shows a number. */
function NumberEntry({ value }: EntryProps<'number'>) {
  return <NumberValue value={value} />
}

/** An entry that shows an amount. */
function MoneyEntry({ entry, value }: EntryProps<'money'>) {
  return <MoneyValue value={value} currency={entry.currency} />
}

/** An entry that shows yes or no. */
function BooleanEntry({ value }: EntryProps<'boolean'>) {
  return <BooleanValue value={value} />
}

/** An entry that shows a state. */
function BadgeEntry({ entry, value }: EntryProps<'badge'>) {
  return <BadgeValue value={value} options={entry.options} colors={entry.colors} />
}

/** An entry that shows several short texts. */
function TagsEntry({ value }: EntryProps<'tags'>) {
  return <TagsValue value={value} />
}

/** An entry that shows a day. */
function DateEntry({ value }: EntryProps<'date'>) {
  return <DateValue value={value} />
}

/** An entry that shows an instant. */
function DatetimeEntry({ value }: EntryProps<'datetime'>) {
  return <DatetimeValue value={value} />
}

/** An entry that shows how long ago. */
function SinceEntry({ value }: EntryProps<'since'>) {
  return <SinceValue value={value} />
}

/** The name of the record that an entry points at, and the way to it where it has a screen. */
function RelationEntry({ entry, value }: EntryProps<'relation'>) {
  const href = useRecordScreen(entry.relation.list_path, value)
  const name = <RelationValue value={value} relation={entry.relation} siblings={[value]} />
  if (href === undefined) return name
  return (
    <PathLink href={href} className={styles.link}>
      {name}
    </PathLink>
  )
}

/** An entry that shows a list of objects: of each what it has. */
function RepeaterEntry({ entry, value, List }: EntryProps<'repeater'>) {
  const items = Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []
  if (items.length === 0) return <Blank />
  return (
    <ul className={styles.items}>
      {items.map((item, index) => (
        <li key={index} className={styles.item}>
          <List entries={entry.entries.filter(({ name }) => !isBlank(item[name]))} record={item} />
        </li>
      ))}
    </ul>
  )
}

/** The screen of a record of a list, whichever plugin of the panel has it; undefined where there is none, or it is not known yet. */
function useRecordScreen(listPath: string, id: unknown): string | undefined {
  const { panel, isSearchable } = usePanel()
  const { data } = useQuery({ ...resourcesOptions(panel.id), enabled: isSearchable })
  const resource = data?.find(({ list_path }) => list_path === listPath)
  const path = resource?.view_path ?? resource?.edit_path
  return path !== undefined && isId(id) ? fillPath(path, id) : undefined
}

const isId = (value: unknown): value is RecordId =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')
