import { DeclarationError, type PluginContext } from '@atrium/sdk'
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
      checkPlace(place)
      const run = contributor as Contributor['run']
      return scope.schedule(() => contributions.add({ plugin, place, lease, run }))
    },
    contributions: async (place, input) => {
      checkOwnPlace(plugin, place)
      scope.requireCommitted('context.contributions')
      return contributions.ask(place, input)
    },
  }
}

function checkPlace(place: string): void {
  if (/^[a-z][a-z0-9-]*\.[a-z][a-z0-9_.-]*$/.test(place)) return
  throw new DeclarationError('id_invalid', `[${place}] cannot be a place to contribute to.`, {
    fix: 'Write `<plugin>.<name>`, for example `clients.record`.',
  })
}

function checkOwnPlace(plugin: string, place: string): void {
  checkPlace(place)
  if (place.startsWith(`${plugin}.`)) return
  throw new DeclarationError('name_foreign', `[${place}] is not a place of the plugin [${plugin}].`, {
    fix: `Ask for the contributions to \`${plugin}.<name>\`; what others show is theirs.`,
  })
}
