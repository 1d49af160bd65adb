import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { preview, type PreviewTarget } from '../api/preview.ts'

/** Begins and ends previews. Clears the cache, because another person may see other data. */
export function usePreviewChanges() {
  const queryClient = useQueryClient()
  const { history } = useRouter()
  const change = (target: PreviewTarget | null, to: string) => {
    preview.change(target)
    queryClient.clear()
    // Input typed during a preview could not be saved anyway.
    history.push(to, undefined, { ignoreBlocker: true })
  }
  return {
    begin: (target: Omit<PreviewTarget, 'from'>) => change({ ...target, from: history.location.href }, '/'),
    end: () => change(null, preview.read()?.from ?? '/'),
    /** Ends it at another address. */
    endAt: (to: string) => change(null, to),
  }
}
