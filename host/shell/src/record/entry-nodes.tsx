import type { EntryNode, Entry } from '@atrium/sdk/documents'
import { lazy, Suspense, useState } from 'react'
import type { DataRecord } from '../api/paths.ts'
import { conditionHolds } from '../values/condition-holds.ts'
import { gridColumns, rendererFor } from '../screen/renderers.tsx'
import { usePermitted } from '../session/permissions.ts'
import { readDate } from '../values/dates.ts'
import { CopyButton } from '../values/copy-button.tsx'
import { timeElsewhere } from '../values/time-elsewhere.ts'
import { isBlank } from '../values/blank.tsx'
import { TextValue } from '../values/value-kinds.tsx'
import type { EntryListProps, EntryProps, EntryValueProps } from './entry-kinds.tsx'
import { entryKinds } from './entry-kinds.tsx'
import styles from './entry-nodes.module.css'

/**
 * Lays out entries in sections and grids. A section without values is left out, and so is an entry without a value whose field the form
 * of this record does not show.
 */
export function EntryNodes({ nodes, record }: { nodes: readonly EntryNode[]; record: DataRecord }) {
  return groupEntries(nodes.filter((node) => isShown(node, record))).map((group, index) =>
    Array.isArray(group) ? (
      <EntryList key={index} entries={group} record={record} />
    ) : (
      <Frame key={index} frame={group} record={record} />
    ),
  )
}

function Frame({ frame, record }: { frame: EntryFrame; record: DataRecord }) {
  if (frame.kind === 'grid') {
    return (
      <div className={styles.grid} style={gridColumns(frame.columns)}>
        <EntryNodes nodes={frame.children} record={record} />
      </div>
    )
  }
  if (frame.kind === 'tabs') return <EntryTabs sections={frame.children} record={record} />
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{frame.title}</h2>
      {frame.description !== undefined && <p className={styles.description}>{frame.description}</p>}
      <EntryNodes nodes={frame.children} record={record} />
    </section>
  )
}

/** Sections of which one is shown. Those without values are left out. */
function EntryTabs({ sections, record }: { sections: readonly EntrySection[]; record: DataRecord }) {
  const [chosen, setChosen] = useState(0)
  const shown = sections.filter((section) => hasValue(section, record))
  const tabs = shown.map(({ title, description, children }) => ({
    title,
    content: (
      <>
        {description !== undefined && <p className={styles.description}>{description}</p>}
        <EntryNodes nodes={children} record={record} />
      </>
    ),
  }))
  return (
    <Suspense>
      <TabsFrame tabs={tabs} active={Math.min(chosen, tabs.length - 1)} onChange={setChosen} />
    </Suspense>
  )
}

const TabsFrame = lazy(() => import('../screen/tabs-frame.tsx').then((module) => ({ default: module.TabsFrame })))

/** A value as its entry specifies; as text, if this shell does not know the kind. */
export function EntryValue({ entry, value, record = {} }: EntryValueProps) {
  const Renderer = entry && rendererFor<EntryProps>(entryKinds, entry.kind)
  return Renderer ? (
    <Suspense>
      <Renderer shown={entry} value={value} record={record} List={EntryList} Value={EntryValue} />
    </Suspense>
  ) : (
    <TextValue value={value} />
  )
}

/**
 * Follows an instant of a record that has its own `zone`: names the person's time zone, in which the instant is shown, and adds the time in
 * the record's zone. Renders nothing if both are the same.
 */
function TimeElsewhere({ value, zone }: { value: unknown; zone: unknown }) {
  const date = readDate(value)
  const there = date && timeElsewhere(date, zone)
  return there ? <span className={styles.elsewhere}>{there}</span> : null
}

/** Labels and values. An entry of a kind that this shell does not know is shown as text. */
function EntryList({ entries, record }: EntryListProps) {
  const permitted = usePermitted()
  return (
    <dl className={styles.list}>
      {permitted(entries).map((entry) => {
        return (
          <div key={entry.name} className={styles.entry}>
            <dt className={styles.label}>{entry.label}</dt>
            <dd className={styles.value}>
              <EntryValue entry={entry} value={record[entry.name]} record={record} />
              {entry.copyable && <CopyButton value={record[entry.name]} label={entry.label} />}
              {entry.kind === 'datetime' && <TimeElsewhere value={record[entry.name]} zone={record.zone} />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

type EntrySection = Extract<EntryNode, { kind: 'section' }>

/** A node that contains other nodes. */
type EntryFrame = Extract<EntryNode, { kind: 'section' | 'grid' | 'tabs' }>

/** Groups neighbouring entries, so that they become one definition list. */
function groupEntries(nodes: readonly EntryNode[]): (Entry[] | EntryFrame)[] {
  const groups: (Entry[] | EntryFrame)[] = []
  for (const node of nodes) {
    const last = groups.at(-1)
    if (isFrame(node)) groups.push(node)
    else if (Array.isArray(last)) last.push(node)
    else groups.push([node])
  }
  return groups
}

function isShown(node: EntryNode, record: DataRecord): boolean {
  if (node.kind === 'section' || node.kind === 'tabs') return hasValue(node, record)
  if (isFrame(node) || node.visible_when === undefined) return true
  return hasValue(node, record) || conditionHolds(node.visible_when, record)
}

function hasValue(node: EntryNode, record: DataRecord): boolean {
  if (isFrame(node)) return node.children.some((child) => hasValue(child, record))
  const value = record[node.name]
  return !isBlank(value) && !(Array.isArray(value) && value.length === 0)
}

function isFrame(node: EntryNode): node is EntryFrame {
  return 'children' in node
}
