import { useLocation, useRouter } from '@tanstack/react-router'

/**
 * Returns a function that says whether the person is still on the screen that was rendered last, which may be asked after it is gone: the
 * answer to a request comes when it may, and must not lead them away from where they have gone meanwhile.
 */
export function useStillHere(): () => boolean {
  const router = useRouter()
  const here = useLocation({ select: ({ pathname }) => pathname })
  return () => router.latestLocation.pathname === here
}
