import { Button } from '@mantine/core'
import { IconCompassOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { manifestOptions } from '../api/documents.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { PERMISSIONS, useMay } from '../session/permissions.ts'
import { usePanel } from '../screen/panel-context.ts'
import { PathLink } from '../screen/path-link.tsx'
import { usePathname } from '../screen/use-pathname.ts'

const IdlePlugins = lazy(() =>
  import('../plugins/idle-plugins.tsx').then((module) => ({ default: module.IdlePlugins })),
)

/** An address of this panel that leads nowhere, with the host's reason where it has one. */
export function ScreenMissing() {
  const { panel } = usePanel()
  const pathname = usePathname()
  const seesPlugins = useMay(PERMISSIONS.seePlugins)
  const [, , moduleId = ''] = pathname.split('/')
  const { error } = useQuery({ ...manifestOptions(panel.id, moduleId), enabled: moduleId !== '', retry: false })
  const reason = error instanceof ApiProblem && error.status !== 401 ? error.message : null

  return (
    <>
      <EmptyState
        heading
        icon={<IconCompassOff size={20} stroke={1.5} aria-hidden />}
        title="There is no such screen"
        description={reason ?? `Nothing in ${panel.title} is at ${pathname}.`}
      >
        <Button variant="default" component={PathLink} href={`/${panel.id}`}>
          Go to {panel.title}
        </Button>
      </EmptyState>
      {seesPlugins && (
        <Suspense>
          <IdlePlugins />
        </Suspense>
      )}
    </>
  )
}
