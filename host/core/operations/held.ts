import { ApiError, type Undo } from '@atrium/sdk'
import type { Lease } from '../../base/lifetime/index.ts'

/**
 * Runs work of a generation and keeps the generation in place until the work is done. If the generation has to end before that, the
 * wait is given up.
 * @throws ApiError 503 `plugin_replaced`, or the error of the work
 */
export async function held<Result>(lease: Lease | undefined, work: () => Promise<Result>): Promise<Result> {
  if (lease === undefined) return work()
  let release: Undo = () => undefined
  const dropped = new Promise<never>((_, reject) => {
    release = lease.pin(() => reject(replaced()))
  })
  try {
    return await Promise.race([work(), dropped])
  } finally {
    release()
  }
}

const replaced = () =>
  new ApiError('plugin_replaced', {
    detail: 'The plugin was replaced or stopped while it worked on this, and the work did not end in time. Ask again.',
    headers: { 'retry-after': '1' },
  })
