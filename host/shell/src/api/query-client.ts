import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from './api-problem.ts'

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
      queries: { staleTime: 0, gcTime: 300_000, refetchOnWindowFocus: true, retry: isWorthRetrying, retryDelay: 600 },
      mutations: { retry: false },
    },
  })
}

function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof ApiProblem && error.problem.retryable
}

/** Returns the value, or the last one while the value is undefined: the old one stays until the new one has arrived. */
export function useKept<Value>(value: Value | undefined): Value | undefined {
  const [kept, setKept] = useState(value)
  if (value !== undefined && value !== kept) setKept(value)
  return value ?? kept
}
