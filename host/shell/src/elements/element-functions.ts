import { isOwnPath } from '../values/address-of-text.ts'
import type { ElementContext, FollowedAnswer } from '@atrium/sdk/documents'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { answerOptions } from '../api/records.ts'
import { fetchAsPerson } from '../api/request.ts'

/** The functions in the context of an element. They stay the same while it is mounted, and end with it. */
export type ElementFunctions = Pick<ElementContext, 'signal' | 'fetch' | 'follow' | 'navigate'>

interface Surroundings {
  readonly queryClient: QueryClient
  /** Opens a screen. */
  readonly open: (path: string) => void
  /** Called with what a callback of the element throws. */
  readonly onError: (error: unknown) => void
}

/** Makes the functions of an element. `signal` aborts when it is removed. */
export function elementFunctions(signal: AbortSignal, { queryClient, open, onError }: Surroundings): ElementFunctions {
  return {
    signal,
    fetch: async (path, init = {}) => {
      const ends = init.signal ? AbortSignal.any([init.signal, signal]) : signal
      return fetchAsPerson(requireOwn(path), { ...init, signal: ends })
    },
    follow: <Answer>(path: string, show: (answer: FollowedAnswer<Answer>) => void) => {
      const observer = new QueryObserver(queryClient, {
        ...answerOptions<Answer>(requireOwn(path)),
        notifyOnChangeProps: ['data', 'error'],
      })
      const tell = ({ data, error }: { data: Answer | undefined; error: Error | null }) => {
        if (signal.aborted || (data === undefined && error === null)) return
        try {
          show({ ...(data !== undefined && { data }), ...(error && { error }) })
        } catch (thrown) {
          onError(thrown)
        }
      }
      const stop = observer.subscribe(tell)
      signal.addEventListener('abort', stop)
      tell(observer.getCurrentResult())
      return stop
    },
    navigate: (path) => {
      if (!signal.aborted) open(requireOwn(path))
    },
  }
}

/** Elements work with this host only. */
function requireOwn(path: string): string {
  if (isOwnPath(path)) return path
  throw new TypeError(`[${path}] is not a path of this host. Write it like [/api/v1/…].`)
}
