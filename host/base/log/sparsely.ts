/** Milliseconds within which the same failure is reported only once. */
const PAUSE = 60_000

/** The number of messages that are remembered. */
const MOST = 20

interface SparseOptions {
  /** In milliseconds, on a clock that is never set back. */
  readonly now?: () => number
}

/**
 * For failures of repeatedly retried work: reports each message once a minute, with its number of occurrences in between (`left_out`). So a
 * database that is unavailable all night does not fill the log.
 */
export function sparsely(
  report: (details: { err: unknown; left_out?: number }) => void,
  { now = () => performance.now() }: SparseOptions = {},
): (err: unknown) => void {
  const told = new Map<string, { at: number; leftOut: number }>()
  return (err) => {
    const message = err instanceof Error ? err.message : String(err)
    const last = told.get(message)
    if (last && now() - last.at < PAUSE) return void (last.leftOut += 1)
    if (told.size >= MOST) told.clear()
    told.set(message, { at: now(), leftOut: 0 })
    report({ err, ...(last && last.leftOut > 0 && { left_out: last.leftOut }) })
  }
}
