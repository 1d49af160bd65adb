import { format } from 'node:util'
import { until } from './until.ts'

interface Unhandled {
  readonly reason: unknown
  /** The title of the test that ran, or had run last. */
  readonly test: string
}

/** By promise, because mocha emits each a second time. */
const unhandled = new Map<Promise<unknown>, Unhandled>()

/** Keeps what rejects although nothing handles it, for which mocha fails nothing. The worker of `npm test` fails the file for it. */
export function keepUnhandledRejections(currentTest: () => string): void {
  process.on('unhandledRejection', (reason, promise) => void unhandled.set(promise, { reason, test: currentTest() }))
}

/** Takes what is kept, as texts with the stacks. */
export function takeUnhandledRejections(): string[] {
  const taken = [...unhandled.values()]
  unhandled.clear()
  return taken.map(
    ({ reason, test }) => `Nothing handled this rejection, which came during or after [${test}]:\n${format(reason)}`,
  )
}

/** Waits for a rejection with this code that nothing handles, and takes it. For tests of code that does not await what it should. */
export async function unhandledRejection(code: string): Promise<void> {
  const hasCode = ([, { reason }]: [unknown, Unhandled]) =>
    reason instanceof Error && 'code' in reason && reason.code === code
  const [promise] = await until(`an unhandled rejection with [${code}]`, () => [...unhandled].find(hasCode))
  unhandled.delete(promise)
}
