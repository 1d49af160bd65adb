import type { Undo } from '@atrium/sdk'

/** Runs something again and again, never two at once; what it throws goes to `onError` and does not stop it. */
export function repeat(
  milliseconds: number,
  run: () => void | Promise<void>,
  { onError }: { onError: (error: unknown) => void },
): Undo {
  let running = false
  const once = async () => {
    if (running) return
    running = true
    try {
      await run()
    } catch (error) {
      onError(error)
    } finally {
      running = false
    }
  }
  const timer = setInterval(() => void once(), milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}
