import type { Entry } from '@atrium/sdk/documents'
import type { ComponentType } from 'react'

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
export type EntryRenderers = { [Kind in Entry['kind']]: ComponentType<EntryProps<Kind>> }
