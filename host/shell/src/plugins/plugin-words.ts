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
  if (generation === undefined) return standingAlone[state]
  const words = `${standingBeside[state]}generation ${generation} serves`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const standingAlone: Readonly<Record<State, string>> = {
  active: 'Serves',
  activating: 'Is being loaded',
  deactivating: 'Is being taken out of service',
  failed: 'Could not be loaded: nothing of it serves',
  blocked: 'Waits for other plugins: nothing of it serves',
  missing: 'Its folder is gone',
  inactive: 'Nothing of it serves',
}

/** What is said in front of the generation that serves all the same. */
const standingBeside: Readonly<Record<State, string>> = {
  active: '',
  activating: 'Is being loaded: still ',
  deactivating: 'Is being taken out of service: still ',
  failed: 'Could not be reloaded: still ',
  blocked: 'The next waits for other plugins: still ',
  missing: 'Its folder is gone: still ',
  inactive: 'Still ',
}

/** Whether a plugin is not as it is wanted, and will not become so by itself. */
export function isTroubled({ state }: Pick<PluginStatus, 'state'>): boolean {
  return state === 'failed' || state === 'blocked' || state === 'missing'
}

/** Whether something else is wanted of a plugin than it is, and it is not on its way there. */
export function isUnlikeWanted({ desired, state }: Pick<PluginStatus, 'desired' | 'state'>): boolean {
  return state !== desired && state !== 'activating' && state !== 'deactivating'
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

/** The plugins that did not end up where a plan was to bring them. Work under way may still keep one that is deactivated. */
export function leftBehind({ steps, plugins = [] }: PluginPlan): PluginStatus[] {
  return plugins.filter(({ id, state }) => {
    const step = steps.findLast(({ plugin }) => plugin === id)
    if (step === undefined) return false
    const isOut = state === 'inactive' || state === 'deactivating' || state === 'missing'
    return step.action === 'deactivate' ? !isOut : state !== 'active'
  })
}

/** `Clients and 2 more deactivated` */
export function doneMessage({ action, steps }: PluginPlan, title: string): string {
  const others = steps.length > 1 ? ` and ${steps.length - 1} more` : ''
  return `${title}${others} ${doneLabels[action]}`
}
