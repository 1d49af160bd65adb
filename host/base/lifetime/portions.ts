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

/**
 * Yields the values in parts of this size. Between two parts, lets others have a turn once a portion is over, so the time that the caller
 * spends on a part counts.
 */
export async function* inPortions<Value>(values: readonly Value[], size: number): AsyncGenerator<Value[]> {
  let ends = performance.now() + PORTION
  for (let start = 0; start < values.length; start += size) {
    yield values.slice(start, start + size)
    if (performance.now() < ends) continue
    await nextPortion()
    ends = performance.now() + PORTION
  }
}

const serveLater = () => void outsideOfCalls(() => setImmediate(serve))

/** Milliseconds that a portion takes. */
export const PORTION = 5

function serve(): void {
  waiting.shift()?.()
  if (waiting.length > 0) serveLater()
}
