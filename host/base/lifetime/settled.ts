/** Resolves when the work is done, after so many milliseconds at the latest, or as soon as the signal aborts. */
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
    const timer = setTimeout(finish, milliseconds)
    timer.unref()
    signal?.addEventListener('abort', finish)
    if (signal?.aborted) finish()
    void work.then(finish, finish)
  })
}
