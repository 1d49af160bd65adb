import type { EntryNode } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/records.ts'
import { gridColumns } from '../screen/grid-columns.ts'
import { EntryList } from './entry-list.tsx'
import styles from './entry-nodes.module.css'
import { groupEntries } from './group-entries.ts'
import type { EntryFrame } from './group-entries.ts'

/** Entries as they are laid out: in sections, in grids, one below the other. */
export function EntryNodes({ nodes, record }: { nodes: readonly EntryNode[]; record: DataRecord }) {
  return groupEntries(nodes).map((group, index) =>
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
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{frame.title}</h2>
      {frame.description !== undefined && <p className={styles.description}>{frame.description}</p>}
      <EntryNodes nodes={frame.children} record={record} />
    </section>
  )
}
