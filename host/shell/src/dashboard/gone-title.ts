import type { PluginStatus } from '@atrium/sdk/documents'

type State = PluginStatus['state']

const OF_STATE: Readonly<Partial<Record<State, string>>> = {
  inactive: 'was deactivated',
  deactivating: 'was deactivated',
  activating: 'is being started',
  failed: 'could not be started',
  blocked: 'waits for another module',
  missing: 'is not there any more',
}

const OF_CODE: Readonly<Record<string, string>> = {
  plugin_inactive: 'was deactivated',
  panel_not_found: 'was deactivated',
  plugin_activating: 'is being started',
  plugin_failed: 'could not be started',
}

/** What has become of a module, by what was told of its plugin, else by the code of the host's reason. */
export function goneTitle(
  module: string,
  { state, code }: { state?: State | undefined; code?: string | undefined },
): string {
  const words = (state && OF_STATE[state]) ?? OF_CODE[code ?? ''] ?? 'is not here any more'
  return `${module} ${words}`
}
