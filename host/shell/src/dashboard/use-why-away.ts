import { useQuery } from '@tanstack/react-query'
import { ApiProblem, isAbsent } from '../api/api-problem.ts'
import { manifestOptions } from '../api/documents.ts'
import { toldStateOptions } from '../api/plugins.ts'
import { t } from '../language/t.ts'
import { goneTitle, isGoneBecause } from '../plugins/plugin-words.ts'
import type { PlacedWidget } from '../screen/placed-widget.ts'

/** Why a widget is away for a while: its plugin is not running. Undefined if the plugin runs, so that the widget is gone for good. */
export function useWhyAway({ plugin_id = '', panel_id = '' }: PlacedWidget, error: Error | null): string | undefined {
  const isAway = isAbsent(error) && plugin_id !== ''
  const manifest = useQuery({ ...manifestOptions(panel_id, plugin_id), enabled: isAway, retry: false })
  const { data: state } = useQuery(toldStateOptions(plugin_id))
  const code = manifest.error instanceof ApiProblem ? manifest.error.code : undefined
  const reason = { state, code }
  if (!isAway || !isGoneBecause(reason)) return undefined
  return t('{reason}. The widget comes back with it.', { reason: goneTitle(t('The plugin of this widget'), reason) })
}
