import { useRouter } from '@tanstack/react-router'
import { useActions } from './use-actions.ts'
import type { Actions } from './use-actions.ts'

/** Actions on the screen of one record. Where one has deleted it, the screen goes back to the list. */
export function useRecordActions(listPath: string | undefined): Actions {
  const { history } = useRouter()
  return useActions((action) => {
    if (action.method === 'DELETE' && listPath !== undefined) history.push(listPath, undefined, { ignoreBlocker: true })
  })
}
