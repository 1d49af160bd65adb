import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryPersister,
  notifyManager,
} from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from './api-problem.ts'

// By default, components are told of new data with a timer, which comes after the code that has awaited the data: a form that ends when its
// record has been read again would show the old record for a moment.
notifyManager.setScheduler(queueMicrotask)

/**
 * The cache of all data that the shell has read. Data that is shown again is also reread in the background, so that an edited label appears
 * with the next navigation or when the window gets the focus.
 * @param onSignedOut called when the session has ended on the host
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    const isSignedOut = error instanceof ApiProblem && error.status === 401 && error.code !== 'credentials_invalid'
    if (isSignedOut) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: freshAtFirst,
        gcTime: 300_000,
        refetchOnWindowFocus: true,
        retry: isWorthRetrying,
        retryDelay: 600,
        persister: readAgainAfterFrame,
      },
      mutations: { retry: false },
    },
  })
}

/**
 * Milliseconds for which an answer is not read again: for the first, the time until it is on the screen, because it may have been read before
 * (`dashboard/read-ahead.ts`). Later ones are read again whenever they are shown again.
 */
const freshAtFirst = ({ state }: Query): number => (state.dataUpdateCount === 1 ? 1_000 : 0)

/**
 * Reads at once what is not known yet. What is known is shown first and read again afterwards, because sending a request takes the browser as
 * long as rendering some rows. A screen that one leaves meanwhile is not read again.
 */
const readAgainAfterFrame: QueryPersister = async (read, context, { state }) => {
  if (state.data === undefined) return read(context)
  const { signal } = context
  await frame()
  signal.throwIfAborted()
  return read(context)
}

/** Resolves after the next frame, or soon in a window that shows none because nobody sees it. */
const frame = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, document.hidden ? 0 : 100)
    requestAnimationFrame(() => setTimeout(resolve))
  })

function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof ApiProblem && error.problem.retryable
}

/** Returns the value, or the last one while the value is undefined: the old one stays until the new one has arrived. */
export function useKept<Value>(value: Value | undefined): Value | undefined {
  const [kept, setKept] = useState(value)
  if (value !== undefined && value !== kept) setKept(value)
  return value ?? kept
}
