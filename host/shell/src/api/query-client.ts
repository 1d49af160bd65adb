import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'

/**
 * The cache of everything the shell has read. Whatever is shown again is asked for again in the background, so that an edited
 * label appears with the next navigation or the next look at the window.
 * @param onSignedOut called when the host no longer knows who asks
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
