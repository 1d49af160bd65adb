import type { Color, PluginStatus } from '@atrium/sdk/documents'

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

/** Whether a plugin is not as it is wanted, and will not become so by itself. */
export function isTroubled({ state }: Pick<PluginStatus, 'state'>): boolean {
  return state === 'failed' || state === 'blocked' || state === 'missing'
}

/** Whether something else is wanted of a plugin than it is, and it is not on its way there. */
export function isUnlikeWanted({ desired, state }: Pick<PluginStatus, 'desired' | 'state'>): boolean {
  return state !== desired && state !== 'activating' && state !== 'deactivating'
}
