import { useLocation } from '@tanstack/react-router'

/** The path of the address, without what is being searched and filtered. */
export function usePathname(): string {
  return useLocation({ select: (location) => location.pathname })
}
