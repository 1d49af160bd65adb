import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'

/** Ends the session on the host, then forgets all that was read. A session that is already over is as good as ended. */
export function useSignOut(): () => void {
  const queryClient = useQueryClient()
  const { history } = useRouter()
  const leave = () => {
    history.push('/sign-in')
    queryClient.clear()
  }
  return () => {
    request('DELETE', '/api/v1/auth/sessions/current').then(leave, (error: unknown) => {
      if (error instanceof ApiProblem && error.status === 401) leave()
      else toast.failed(error instanceof Error ? error.message : String(error))
    })
  }
}
