import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ApiProblem } from '../api/api-problem.ts'
import { manifestOptions } from '../api/documents.ts'
import { toldStateOptions } from '../api/plugins.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { usePanel } from '../screen/panel-context.ts'
import { PathLink } from '../screen/path-link.tsx'
import { PERMISSIONS, useMay } from '../session/permissions.ts'
import { goneTitle } from './gone-title.ts'
import type { PanelModule } from './use-open-screen.ts'

/** In place of a screen that was there a moment ago: why it is not, and where else to go. It comes back by itself. */
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
  const title = goneTitle(module?.title ?? 'This screen', { state, code: problem?.code })
  const elsewhere = panel.navigation.length > 0

  return (
    <EmptyState
      heading
      icon={<IconPlugConnectedX size={20} stroke={1.5} aria-hidden />}
      title={title}
      description={`${why}It appears here again as soon as it is back. What you had entered is kept until you leave.`}
    >
      <title>{title}</title>
      <Button variant="default" component={PathLink} href={elsewhere ? `/${panel.id}` : '/'}>
        {elsewhere ? `Go to ${panel.title}` : 'Go to another panel'}
      </Button>
      {seesPlugins && module && (
        <Button variant="default" component={PathLink} href={`/platform/plugins/${module.plugin_id}`}>
          Open the plugin
        </Button>
      )}
    </EmptyState>
  )
}
