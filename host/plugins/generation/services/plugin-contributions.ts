import type { PluginContext } from '@atrium/sdk'
import { require_own_place, require_place } from '@atrium/sdk/host'
import type { Contributions, Contributor } from './contributions.ts'
import type { GenerationScope } from './generation-scope.ts'

/** `context.contribute` and `context.contributions` of one generation. */
export function pluginContributions(
  contributions: Contributions,
  scope: GenerationScope,
): Pick<PluginContext, 'contribute' | 'contributions'> {
  const { plugin, lease } = scope
  return {
    contribute: (place, contributor) => {
      require_place(place)
      const run = contributor as Contributor['run']
      return scope.schedule(() => contributions.add({ plugin, place, lease, run }))
    },
    contributions: async (place, input) => {
      require_own_place(plugin, place)
      scope.requireCommitted('context.contributions')
      return contributions.ask(place, input)
    },
  }
}
