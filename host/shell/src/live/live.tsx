import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { sessionOptions } from '../api/documents.ts'
import { usePathname } from '../screen/panel-context.ts'

const LiveUpdates = lazy(() => import('./live-updates.tsx').then((module) => ({ default: module.LiveUpdates })))

/** Listens to the host once it is known who is signed in: the first screen does not wait for it, and sign-in has none. */
export function Live() {
  const pathname = usePathname()
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false })
  if (session === undefined || pathname === '/sign-in') return null
  return (
    <Suspense>
      <LiveUpdates key={session.id} />
    </Suspense>
  )
}
