import type { QueryClient } from '@tanstack/react-query'
import { type ElementFailure, sendElementFailures } from '../api/element-failures.ts'
import { attendRecord } from './attend-record.ts'
import type { Frame } from './frame.ts'
import { watchRecords } from './watch-records.ts'

/** What a screen and the host tell each other about its records and elements, with one connection after another. */
export interface RecordsFollowed {
  hear: (frame: Frame) => void
  lose: () => void
  stop: () => void
}

/**
 * Keeps the records on screen up to date, and reports who else has one open. Tells the host of elements that failed.
 * @param send sends a message to the host; returns whether there is a connection
 */
export function followRecords(
  queryClient: QueryClient,
  send: (type: string, payload: object) => boolean,
): RecordsFollowed {
  const parts = [
    watchRecords(queryClient, (paths) => send('watch', { paths, has_read: true })),
    attendRecord((opened) => send('attend', opened)),
    reportElements((failure) => send('element.failed', failure)),
  ]
  return {
    hear: (frame) => parts.forEach((part) => part.hear(frame)),
    lose: () => parts.forEach((part) => part.lose()),
    stop: () => parts.forEach((part) => part.stop()),
  }
}

/**
 * Tells the host which elements of plugins have failed on this page.
 * @param send sends a failure to the host; returns whether there is a connection
 */
function reportElements(send: (failure: ElementFailure) => boolean): RecordsFollowed {
  const end = () => sendElementFailures(undefined)
  return {
    hear: ({ type }) => {
      if (type === 'subscribed') sendElementFailures(send)
    },
    lose: end,
    stop: end,
  }
}
