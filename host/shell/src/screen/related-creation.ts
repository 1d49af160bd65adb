import { createContext } from 'react'
import type { RecordId } from '../api/paths.ts'

/** A record to be created for a relation field. */
export interface WantedRecord {
  /** The title of its form, `New client`. */
  title: string
  formId: string
  /** What is said when it is created, `Client created`. */
  done?: string | undefined
  /** The initial values of the form. Names that the form does not have are ignored. */
  given: Readonly<Record<string, string>>
  /** The text that was searched for before. */
  typed?: string
  /** Called with the new record, or with an existing one. */
  onChosen: (id: RecordId) => void
  /** Called when the creation of the new record is undone. */
  onUndone: (id: RecordId) => void
  /** Called when it is made again after that. */
  onRedone: (id: RecordId) => void
}

/** Opens the form of a wanted record over the present one. Null inside such a form, so that they cannot be nested. */
export const RelatedCreation = createContext<((wanted: WantedRecord) => void) | null>(null)
