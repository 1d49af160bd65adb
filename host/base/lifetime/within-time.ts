/**
 * Waits for work at most so many milliseconds, then rejects with what `expired` makes. The work cannot be stopped, only told:
 * its signal aborts, and what it still returns or throws is dropped.
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
