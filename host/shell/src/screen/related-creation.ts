import { createContext } from 'react'
import type { RecordId } from '../api/paths.ts'

/** A record to be created, for a field that shall point at it. */
export interface WantedRecord {
  /** The title of its form, `New client`. */
  title: string
  formId: string
  /** What the form starts with. Names that the form does not have are ignored. */
  given: Readonly<Record<string, string>>
  /** Takes the new record, or one that was there already. */
  onChosen: (id: RecordId) => void
}

/** Opens the form of a wanted record over the present one. Null inside such a form, so that they do not pile up. */
export const RelatedCreation = createContext<((wanted: WantedRecord) => void) | null>(null)
