import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePreview } from '../api/preview.ts'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'
import { usePanel } from './panel-context.ts'

/** A screen that a person keeps within reach. */
export interface Favourite {
  readonly id: number
  readonly path: string
  readonly title: string
}

const PATH = '/api/v1/platform/favourites'
const KEY = ['favourites'] as const

const favouritesOptions = (panelId: string) =>
  queryOptions({
    queryKey: [...KEY, panelId],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ panel_id: panelId, _sort: 'title', _start: '0', _end: '50' })
      return (await request<Favourite[]>('GET', `${PATH}?${query}`, { signal })).data
    },
    staleTime: 60_000,
  })

/** The favourites of the person in the current panel. None during a preview: they are one's own. */
export function useFavourites(): readonly Favourite[] {
  const isPreview = usePreview() !== null
  const { data } = useQuery({ ...favouritesOptions(usePanel().panel.id), enabled: !isPreview })
  return isPreview ? [] : (data ?? [])
}

/** Adds a screen to the favourites, or takes it away. */
export function useFavourite({ path, title }: Pick<Favourite, 'path' | 'title'>) {
  const queryClient = useQueryClient()
  const { panel } = usePanel()
  const present = useFavourites().find((each) => each.path === path)
  const { mutate: toggle, isPending } = useMutation({
    mutationFn: () =>
      present
        ? request('DELETE', `${PATH}/${present.id}`)
        : request('POST', PATH, { body: { panel_id: panel.id, path, title: title.slice(0, 200) } }),
    onError: (error) => toast.failed(error.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
  return { isFavourite: present !== undefined, toggle: () => toggle(), isPending }
}
