import { ApiError } from '@atrium/sdk'
import { deadlines, type Lease } from '../../base/lifetime/index.ts'
import type { HandlerTime } from './handler-time.ts'

/**
 * Runs work of a generation and keeps the generation in place until the work is done. If the generation has to end before that, the
 * wait is given up, and also if the time of the work is over.
 * @param given what the work is called with
 * @throws ApiError 503 `plugin_replaced`, 504 `handler_timeout`, or the error of the work
 */
export async function held<Result, Given extends readonly unknown[]>(
  lease: Lease | undefined,
  work: (...given: Given) => Result | Promise<Result>,
  time?: HandlerTime,
  ...given: Given
): Promise<Result> {
  let giveUp!: (error: ApiError) => void
  const givenUp = new Promise<never>((_, reject) => (giveUp = reject))
  const release = lease?.pin(() => giveUp(replaced()))
  time?.start(giveUp)
  try {
    const begun = performance.now()
    let working: Result | Promise<Result>
    try {
      working = work(...given)
    } finally {
      if (lease !== undefined) lease.loopMs = (lease.loopMs ?? 0) + performance.now() - begun
    }
    return await Promise.race([working, givenUp])
  } finally {
    release?.()
    deadlines.delete(time)
  }
}

const replaced = () =>
  new ApiError('plugin_replaced', {
    detail: 'The plugin was replaced or stopped while it worked on this, and the work did not end in time. Ask again.',
    headers: { 'retry-after': '1' },
  })
