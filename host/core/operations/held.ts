import { ApiError } from '@atrium/sdk'
import type { Lease } from '../../base/lifetime/index.ts'

/**
 * Runs work of a generation and keeps the generation in place until the work is done. If the generation has to end before that, the
 * wait is given up.
 * @throws ApiError 503 `plugin_replaced`, or the error of the work
 */
export function held<Result>(lease: Lease | undefined, work: () => Promise<Result>): Promise<Result> {
  if (lease === undefined) return work()
  return new Promise<Result>((resolve, reject) => {
    const release = lease.pin(() => reject(replaced()))
    work().finally(release).then(resolve, reject)
  })
}

const replaced = () =>
  new ApiError('plugin_replaced', {
    detail: 'The plugin was replaced or stopped while it worked on this, and the work did not end in time. Ask again.',
    headers: { 'retry-after': '1' },
  })
