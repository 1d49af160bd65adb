import { Button } from '@mantine/core'
import { IconCompassOff, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { manifestOptions } from '../api/documents.ts'
import { toldStateOptions } from '../api/plugins.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { msg, t } from '../language/t.ts'
import { usePanel, usePathname } from '../screen/panel-context.ts'
import { PathLink } from '../screen/path-link.tsx'
import { PERMISSIONS, useMay } from '../session/permissions.ts'
import { goneTitle } from '../plugins/plugin-words.ts'
import { WhyButton } from '../why/why.tsx'
import type { PanelModule } from '../screen/addresses.ts'

const IdlePlugins = lazy(() =>
  import('../plugins/idle-plugins.tsx').then((module) => ({ default: module.IdlePlugins })),
)

/**
 * Shown at an address of this panel that has no screen for the person. Only the host knows whether there is one for others. People who may
 * see plugins also get the reason.
 */
export function ScreenMissing() {
  const { panel } = usePanel()
  const pathname = usePathname()
  const seesPlugins = useMay(PERMISSIONS.seePlugins)
  const place = pathname.split('/').slice(2).join('/')
  const { error, isPending } = useQuery({ ...manifestOptions(panel.id, place), enabled: place !== '', retry: false })
  if (isPending && place !== '') return <ScreenSkeleton />
  const problem = error instanceof ApiProblem ? error : undefined
  const isDenied = problem?.status === 403
  const reason = seesPlugins && problem?.status !== 401 ? problem?.message : undefined

  return (
    <>
      <EmptyState
        heading
        icon={<IconCompassOff size={20} stroke={1.5} aria-hidden />}
        title={isDenied ? t(NO_ACCESS) : t('This screen does not exist')}
        description={
          isDenied
            ? t(WHOM_TO_ASK)
            : (reason ?? t('{title} has no screen at {pathname}.', { title: panel.title, pathname }))
        }
      >
        {panel.screens.length > 0 && (
          <Button variant="default" component={PathLink} href={`/${panel.id}`}>
            {t('Go to {title}', { title: panel.title })}
          </Button>
        )}
        <WhyButton path={pathname} />
      </EmptyState>
      {seesPlugins && (
        <Suspense>
          <IdlePlugins />
        </Suspense>
      )}
    </>
  )
}

const NO_ACCESS = msg('You do not have access to this screen')
const WHOM_TO_ASK = msg('Your roles do not include it. If you need it, ask the person who manages roles.')

/** Replaces an open screen that has disappeared and gives the reason. The screen returns automatically. */
export function ScreenGone({ module }: { module: PanelModule | undefined }) {
  const { panel } = usePanel()
  const seesPlugins = useMay(PERMISSIONS.seePlugins)
  const { error } = useQuery({
    ...manifestOptions(panel.id, module?.module_id ?? ''),
    enabled: module !== undefined,
    retry: false,
  })
  const { data: state } = useQuery(toldStateOptions(module?.plugin_id ?? ''))
  const problem = error instanceof ApiProblem ? error.problem : undefined
  const why = problem?.code === 'plugin_failed' ? `${problem.detail} ` : ''
  const title = goneTitle(module?.title ?? t('This screen'), { state, code: problem?.code })
  const elsewhere = panel.navigation.length > 0

  return (
    <EmptyState
      heading
      icon={<IconPlugConnectedX size={20} stroke={1.5} aria-hidden />}
      title={title}
      description={t('{why}This screen comes back when it is available again. Your input is kept until you leave.', {
        why,
      })}
    >
      <title>{title}</title>
      <Button variant="default" component={PathLink} href={elsewhere ? `/${panel.id}` : '/'}>
        {elsewhere ? t('Go to {title}', { title: panel.title }) : t('Go to another panel')}
      </Button>
      {seesPlugins && module && (
        <Button variant="default" component={PathLink} href={`/platform/plugins/${module.plugin_id}`}>
          {t('Open the plugin')}
        </Button>
      )}
    </EmptyState>
  )
}
