/** Resolves when the work has settled, after this many milliseconds, or when the signal aborts, whichever comes first. Never rejects. */
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
 * Runs `work` with a deadline. After this many milliseconds it aborts the signal and rejects with the error that `expired` makes; a
 * later result or error of the work is dropped.
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
