import { nearest_name } from '@atrium/sdk'
import type { PluginStatus } from '@atrium/sdk/documents'
import { CommandFailed } from '../output/command-failed.ts'

/** Finds a plugin by its id. @throws CommandFailed `plugin_not_found`, which suggests a similar id */
export function findPlugin(id: string, plugins: readonly PluginStatus[]): PluginStatus {
  return (
    plugins.find((plugin) => plugin.id === id) ??
    refuse(
      id,
      plugins.map((plugin) => plugin.id),
    )
  )
}

function refuse(id: string, known: readonly string[]): never {
  const near = nearest_name(id, known)
  const others = known.length === 0 ? 'No plugin is known here.' : `Known plugins: ${known.join(', ')}.`
  throw new CommandFailed('plugin_not_found', {
    message: `There is no plugin [${id}].${near === undefined ? '' : ` Did you mean [${near}]?`} ${others}`,
    ...(near === undefined && { fix: `Create it with: atrium plugins create ${id}` }),
  })
}
