import { outsideOfCalls } from './outside.ts'

/** Those whose long work goes on in a later turn of the event loop. */
const waiting: (() => void)[] = []

/**
 * Resolves in a later turn of the event loop, in a turn of its own for each that waits. Long synchronous work that awaits this between
 * portions of a few milliseconds keeps others waiting for one portion at most, however much such work there is.
 */
export function nextPortion(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) serveLater()
  })
}

const serveLater = () => void outsideOfCalls(() => setImmediate(serve))

/** Milliseconds that a portion takes. */
export const PORTION = 5

function serve(): void {
  waiting.shift()?.()
  if (waiting.length > 0) serveLater()
}
