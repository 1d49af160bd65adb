import type { RecordPage } from './records.ts'

/** What a list shows of its latest page. */
export interface SteadyPage {
  /** The latest page. */
  fresh: RecordPage
  /** The shown page: perhaps the former rows, with their latest values. */
  shown: RecordPage
  /** The number of records of the latest page that are not shown; undefined if it is shown unchanged. */
  waiting?: number
  /** The number of records in the list when its rows were last shown unchanged; undefined if they are unchanged now. */
  total?: number
}

/** Decides what to show of a page that was reread. `frame` holds the rows. */
export type ShowQuietly = (present: SteadyPage, fresh: RecordPage, frame: HTMLElement | null) => SteadyPage

/**
 * The queries, by their hash, that are reread because somebody else has changed something: their new data may wait while a person reads.
 * After a person's own changes, it is shown at once.
 */
export const quietReads = new Map<string, ShowQuietly>()
