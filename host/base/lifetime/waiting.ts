/** Resolves when the work has ended, after this many milliseconds at the latest, or as soon as the signal aborts. */
export function settled(
  work: Promise<unknown>,
  milliseconds: number,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds).unref()
    signal?.addEventListener('abort', finish)
    if (signal?.aborted) finish()
    void work.then(finish, finish)
  })
}

/**
 * Waits at most this many milliseconds for work, then rejects with the error that `expired` makes. The work cannot be stopped: its
 * signal aborts, and what it still returns or throws is dropped.
 */
export async function withinTime<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
  { expired }: { expired: () => Error },
): Promise<Result> {
  const deadline = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      deadline.abort()
      reject(expired())
    }, milliseconds)
  })
  return Promise.race([work(deadline.signal), late]).finally(() => clearTimeout(timer))
}
