import { useRouter } from '@tanstack/react-router'

/** Opens an address after the host's answer, unless the person has gone to another screen meanwhile. */
export type Onward = (to: string, options?: { ignoreBlocker?: boolean }) => void

/** Returns what to call before a request, which remembers where the person is then. */
export function useOnward(): () => Onward {
  const { history } = useRouter()
  return () => {
    const at = history.location.pathname
    return (to, options) => {
      if (history.location.pathname === at) history.push(to, undefined, options)
    }
  }
}
