import type { PluginAction, PluginPlan, PluginStatus } from '@atrium/sdk/documents'
import { alignTable } from './align-table.ts'
import { ownWords } from './own-words.ts'
import { paint } from './paint.ts'
import { showDiagnostics } from './show-diagnostics.ts'
import { showState } from './show-plugins.ts'

/** What would happen, what has happened to each plugin of the plan, or, where no host runs, what is to happen. */
export function showPlan(plan: PluginPlan): string {
  if (plan.refused) return showRefusal(plan)
  if (plan.steps.length === 0) return `Nothing to do: [${plan.plugin}] is as it shall be.`
  if (plan.plugins) return plan.plugins.map(showStanding).join('\n')
  const when = plan.dry_run
    ? 'This would happen; nothing was done.'
    : 'This happens when the host starts: none is running.'
  return `${when}\n${showSteps(plan)}`
}

/** Whether every plugin of the plan is where the plan wanted it. */
export function planSucceeded({ refused, steps, plugins }: PluginPlan): boolean {
  if (refused) return false
  if (plugins === undefined) return true
  const statuses = new Map(plugins.map((plugin) => [plugin.id, plugin]))
  return steps.every(({ action, plugin }) => isDone(action, statuses.get(plugin)))
}

/** One whose folder is gone too is forgotten once it is deactivated. */
const isDone = (action: PluginAction, status: PluginStatus | undefined) =>
  action === 'deactivate' ? status?.desired !== 'active' : status?.state === 'active'

function showRefusal({ action, plugin, refused }: PluginPlan): string {
  const { message, fix } = refused!
  return `${paint('red', 'refused')}  ${action} ${plugin}: ${message}\n  ${paint('dim', `fix: ${ownWords(fix)}`)}`
}

function showSteps({ steps, plugin: asked }: PluginPlan): string {
  const rows = steps.map(({ action, plugin, because }, index) => [
    `  ${index + 1}.`,
    action,
    paint('bold', plugin),
    because === undefined || plugin === asked ? '' : paint('dim', `because of ${because}`),
  ])
  return alignTable(rows)
}

/** Where a plugin stands, in a line, with what was found. */
export function showStanding({ id, version, state, generation, diagnostics }: PluginStatus): string {
  const serving =
    generation === undefined ? '' : `, generation ${generation}${state === 'active' ? '' : ' goes on serving'}`
  const line = `${paint('bold', id)} ${version} is ${showState(state)}${serving}`
  return diagnostics.length === 0 ? line : `${line}\n${showDiagnostics(diagnostics)}`
}
