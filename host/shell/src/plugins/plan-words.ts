import type { PluginAction, PluginPlan, PluginStatus, PluginStep } from '@atrium/sdk/documents'

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
