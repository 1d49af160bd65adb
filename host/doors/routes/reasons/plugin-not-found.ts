import { ApiError } from '@atrium/sdk'
import type { PluginRegistry } from '../../../core/registries/index.ts'
import { didYouMean } from '../did-you-mean.ts'
import { nameList } from '../name-list.ts'

/** Why there is no plugin of an id: the ids there are, and the one that may have been meant. */
export function pluginNotFound(id: string, plugins: PluginRegistry): ApiError {
  const known = plugins.list().map((plugin) => plugin.id)
  const detail = `There is no plugin [${id}].${didYouMean(id, known)} The plugins there are: ${nameList(known)}.`
  return new ApiError('plugin_not_found', { detail })
}
