import { type ElementFailure, sendElementFailures } from '../api/element-failures.ts'
import type { Frame } from './frame.ts'

/** Tells the host which elements of plugins have failed on this page. */
export interface ElementReports {
  hear: (frame: Frame) => void
  lose: () => void
  stop: () => void
}

/** @param send sends a failure to the host; returns whether there is a connection */
export function reportElements(send: (failure: ElementFailure) => boolean): ElementReports {
  const end = () => sendElementFailures(undefined)
  return {
    hear: ({ type }) => {
      if (type === 'subscribed') sendElementFailures(send)
    },
    lose: end,
    stop: end,
  }
}
