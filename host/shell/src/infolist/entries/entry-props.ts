import type { Entry } from '@atrium/sdk/documents'
import type { ComponentType } from 'react'

/** What the renderer of an entry is given. */
export interface EntryProps<Kind extends Entry['kind'] = Entry['kind']> {
  entry: Extract<Entry, { kind: Kind }>
  value: unknown
}

/** One renderer for each kind of entry: a kind without one does not compile. */
export type EntryRenderers = { [Kind in Entry['kind']]: ComponentType<EntryProps<Kind>> }
