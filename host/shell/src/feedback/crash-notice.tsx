import { ProblemNotice } from './problem-notice.tsx'

/** What stands in place of a part that has thrown. */
export function CrashNotice({ error, reset }: { error: unknown; reset: () => void }) {
  return <ProblemNotice error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
}
