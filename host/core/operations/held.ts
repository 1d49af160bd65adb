import { ApiError, type Undo } from '@atrium/sdk'
import type { Lease } from '../../base/lifetime/index.ts'

/**
 * Runs work of a generation, which stays until the work is done. Work that goes on although the generation was told to end is
 * waited for no longer.
 * @throws ApiError 503 `plugin_replaced`, and whatever the work throws
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
