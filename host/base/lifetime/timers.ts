import type { Undo } from '@atrium/sdk'

type Work = () => void | Promise<void>

/** Runs `work` once after this many milliseconds. What it throws goes to `onError`; `onOver` runs when the work has ended. */
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
 * Runs `work` every so many milliseconds, never twice at once: a turn that comes while the work still runs is left out. What it
 * throws goes to `onError` and does not stop the repetition.
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
