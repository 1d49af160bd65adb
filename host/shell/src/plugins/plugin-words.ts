import type { Color, PluginAction, PluginPlan, PluginStatus, PluginStep } from '@atrium/sdk/documents'

type State = PluginStatus['state']

export const stateLabels: Readonly<Record<State, string>> = {
  inactive: 'Inactive',
  activating: 'Activating',
  active: 'Active',
  blocked: 'Blocked',
  failed: 'Failed',
  missing: 'Missing',
  deactivating: 'Deactivating',
}

export const stateColors: Readonly<Record<State, Color>> = {
  inactive: 'gray',
  activating: 'blue',
  active: 'green',
  blocked: 'orange',
  failed: 'red',
  missing: 'red',
  deactivating: 'blue',
}

export const actionLabels: Readonly<Record<PluginAction, string>> = {
  activate: 'Activate',
  deactivate: 'Deactivate',
  reload: 'Reload',
}

const doneLabels: Readonly<Record<PluginAction, string>> = {
  activate: 'activated',
  deactivate: 'deactivated',
  reload: 'reloaded',
}

/** What a state means for those who use the plugin. */
export function standingOf({ state, generation }: Pick<PluginStatus, 'state' | 'generation'>): string {
  const serving = generation === undefined ? null : `Generation ${generation}`
  switch (state) {
    case 'active':
      return serving === null ? 'Serves' : `${serving} serves`
    case 'activating':
      return serving === null ? 'Is being loaded' : `${serving} serves while the next is loaded`
    case 'deactivating':
      return 'Is being taken out of service'
    case 'failed':
      return serving === null
        ? 'Could not be loaded: nothing of it serves'
        : `Could not be reloaded: ${serving} still serves`
    case 'blocked':
      return serving === null ? 'Waits for other plugins' : `${serving} serves while the next waits for other plugins`
    case 'missing':
      return serving === null ? 'Its folder is gone' : `Its folder is gone: ${serving} still serves`
    case 'inactive':
      return 'Nothing of it serves'
  }
}

/** Whether a plugin is not as it is wanted, and will not become so by itself. */
export function isTroubled({ state }: Pick<PluginStatus, 'state'>): boolean {
  return state === 'failed' || state === 'blocked' || state === 'missing'
}

/** What can be done with a plugin as it stands. */
export function actionsFor({ desired, state }: Pick<PluginStatus, 'desired' | 'state'>): PluginAction[] {
  if (desired === 'inactive') return ['activate']
  return state === 'missing' || state === 'blocked' ? ['deactivate'] : ['reload', 'deactivate']
}

/** Why a step is necessary; null for the one that was asked for. */
export function reasonOf({ action, because }: PluginStep, titleOf: (id: string) => string): string | null {
  if (because === undefined) return null
  return action === 'deactivate' ? `because it requires ${titleOf(because)}` : `because ${titleOf(because)} requires it`
}

/** The plugins that did not end up where a plan was to bring them. */
export function leftBehind({ steps, plugins = [] }: PluginPlan): PluginStatus[] {
  return plugins.filter((plugin) => {
    const step = steps.findLast((each) => each.plugin === plugin.id)
    return step !== undefined && plugin.state !== (step.action === 'deactivate' ? 'inactive' : 'active')
  })
}

/** `Clients and 2 more deactivated` */
export function doneMessage({ action, steps }: PluginPlan, title: string): string {
  const others = steps.length > 1 ? ` and ${steps.length - 1} more` : ''
  return `${title}${others} ${doneLabels[action]}`
}
