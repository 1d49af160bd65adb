import { ApiError } from '@atrium/sdk'
import { deadlines, type Lease } from '../../base/lifetime/index.ts'
import type { HandlerTime } from './handler-time.ts'

/**
 * Runs work of a generation and keeps the generation in place until the work is done. If the generation has to end before that, the
 * wait is given up, and also if the time of the work is over.
 * @param given what the work is called with
 * @throws ApiError 503 `plugin_replaced`, 504 `handler_timeout`, or the error of the work
 */
export function held<Result, Given extends readonly unknown[]>(
  lease: Lease | undefined,
  work: (...given: Given) => Result | Promise<Result>,
  time?: HandlerTime,
  ...given: Given
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const release = lease?.pin(() => reject(replaced()))
    time?.start((error) => {
      release?.()
      reject(error)
    })
    const run = async () => {
      try {
        return await work(...given)
      } finally {
        release?.()
        deadlines.delete(time)
      }
    }
    const begun = performance.now()
    run().then(resolve, reject)
    if (lease !== undefined) lease.loopMs = (lease.loopMs ?? 0) + performance.now() - begun
  })
}

const replaced = () =>
  new ApiError('plugin_replaced', {
    detail: 'The plugin was replaced or stopped while it worked on this, and the work did not end in time. Ask again.',
    headers: { 'retry-after': '1' },
  })
