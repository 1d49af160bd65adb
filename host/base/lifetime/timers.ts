import type { Undo } from '@atrium/sdk'

type Work = () => void | Promise<void>

/**
 * Runs `work` once after this many milliseconds. Errors go to `onError`; `onOver` runs when the work has ended. The timer does not
 * keep the process alive.
 */
export function once(
  milliseconds: number,
  work: Work,
  { onError, onOver }: { onError: (error: unknown) => void; onOver?: () => void },
): Undo {
  const run = () => void Promise.resolve().then(work).catch(onError).finally(onOver)
  const timer = setTimeout(run, milliseconds).unref()
  return () => clearTimeout(timer)
}

/**
 * Runs `work` at this interval in milliseconds, never concurrently: a run is skipped while the previous one is under way. Errors go
 * to `onError` and do not stop the repetition. The timer does not keep the process alive.
 */
export function repeat(milliseconds: number, work: Work, { onError }: { onError: (error: unknown) => void }): Undo {
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    try {
      await work()
    } catch (error) {
      onError(error)
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void run(), milliseconds).unref()
  return () => clearInterval(timer)
}
