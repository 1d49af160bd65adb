import type { PluginStatus } from '@atrium/sdk/documents'

type State = PluginStatus['state']

/** What a state means for those who use the plugin. */
export function standingOf({ state, generation }: Pick<PluginStatus, 'state' | 'generation'>): string {
  if (generation === undefined) return alone[state]
  const instead = beside[state]
  return instead === undefined ? `Generation ${generation} serves` : `${instead}: generation ${generation} still serves`
}

const alone: Readonly<Record<State, string>> = {
  active: 'Serves',
  activating: 'Is being loaded',
  deactivating: 'Is being taken out of service',
  failed: 'Could not be loaded: nothing of it serves',
  blocked: 'Waits for other plugins: nothing of it serves',
  missing: 'Its folder is gone',
  inactive: 'Nothing of it serves',
}

/** What is said where a generation serves all the same. */
const beside: Readonly<Partial<Record<State, string>>> = {
  activating: 'Is being loaded',
  deactivating: 'Is being taken out of service',
  failed: 'Could not be reloaded',
  blocked: 'The next waits for other plugins',
  missing: 'Its folder is gone',
}
