import { ApiError } from '@atrium/sdk'
import type { Registries } from '../../../core/registries/index.ts'
import { didYouMean } from '../did-you-mean.ts'
import { nameList } from '../name-list.ts'
import { pluginNotServing } from './plugin-not-serving.ts'
import { stillActivating } from './still-activating.ts'

/**
 * Why there is no WebSocket namespace of that name: a plugin that does not serve, or a misspelt name.
 * @param owner the plugin that had it last. Default: the one of the same name
 */
export function explainMissingNamespace(registries: Registries, name: string, owner = name): ApiError {
  const status = registries.plugins.get(owner)
  const notServing = (status && pluginNotServing(status)) ?? stillActivating(registries)
  if (notServing) return notServing
  const names = registries.namespaces.list().map((namespace) => namespace.name)
  const detail = `There is no namespace [${name}].${didYouMean(name, names)} The namespaces there are: ${nameList(names)}.`
  return new ApiError('namespace_unknown', { detail })
}
