import type { RecordPage } from './records.ts'

/** What a list shows of its newest page. */
export interface SteadyPage {
  /** The newest page. */
  fresh: RecordPage
  /** What is shown: perhaps the former rows, with their newest values. */
  shown: RecordPage
  /** How many records of the newest page are not shown; undefined if it is shown as it is. */
  waiting?: number
  /** How many records the list had when its rows were last shown as they are; undefined if they are. */
  total?: number
}

/** Decides what is shown of a page that was read again. `frame` holds the rows. */
export type ShowQuietly = (present: SteadyPage, fresh: RecordPage, frame: HTMLElement | null) => SteadyPage

/**
 * The queries, by their hash, that are read again because somebody else has changed something: what they show may wait while a person
 * reads. Whoever changes something themselves wants to see it at once.
 */
export const quietReads = new Map<string, ShowQuietly>()
