import { useLocation, useRouter } from '@tanstack/react-router'
import { useScreen } from './screen-context.ts'

/** Where the widgets of a screen keep their state, as the query of an address. */
export interface SearchPlace {
  search: string
  /** The present query, also between two renders. */
  read: () => string
  write: (params: URLSearchParams, options?: { replace?: boolean }) => void
  /** The address that opens the widget with this state. */
  hrefOf: (params: URLSearchParams) => string
}

/** The query of a set of parameters, with the `?` unless it is empty. */
export const queryOf = (params: URLSearchParams): string => (params.size > 0 ? `?${params}` : '')

/** The place for the state of a widget: the address, or that of its own for a widget on a person's dashboard. */
export function useSearchPlace(): SearchPlace {
  const { placed } = useScreen()
  const { history } = useRouter()
  const search = useLocation({ select: (location) => location.searchStr })
  if (placed) return placed.place
  const hrefOf = (params: URLSearchParams) => `${history.location.pathname}${queryOf(params)}`
  return {
    search,
    hrefOf,
    read: () => history.location.search,
    write: (params, { replace = false } = {}) => {
      if (replace) history.replace(hrefOf(params))
      else history.push(hrefOf(params))
    },
  }
}
