import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { pluginOptions } from '../api/plugins.ts'

const ReloadProblem = lazy(() => import('./reload-problem.tsx').then((module) => ({ default: module.ReloadProblem })))

/** Shows the first error of a plugin that could not be reloaded, above its screens, until it is fixed. */
export function ReloadBanner({ pluginId }: { pluginId: string }) {
  const { data: plugin } = useQuery({ ...pluginOptions(pluginId), staleTime: 60_000, retry: false })
  const finding = plugin?.diagnostics.find(({ severity }) => severity === 'error')
  if (plugin === undefined || finding === undefined) return null
  return (
    <Suspense>
      <ReloadProblem plugin={plugin} finding={finding} />
    </Suspense>
  )
}
