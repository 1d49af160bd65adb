import type { Undo } from '@atrium/sdk'

/** Runs something once, later; what it throws goes to `onError`. */
export function once(
  milliseconds: number,
  run: () => void | Promise<void>,
  { onError }: { onError: (error: unknown) => void },
): Undo {
  const timer = setTimeout(() => void Promise.resolve().then(run).catch(onError), milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}
