import { ApiError } from '@atrium/sdk'
import type { Registries } from '../../../core/registries/index.ts'
import { didYouMean, nameList } from './name-list.ts'
import { pluginNotServing, stillActivating } from './plugin-state.ts'

/** Why nothing is at a path of the API: a plugin that does not serve, or a misspelt path. */
export function explainMissingRoute({ plugins, operations }: Registries, method: string, path: string): ApiError {
  const [, , version, owner = ''] = path.split('/')
  const status = version === 'v1' ? plugins.get(owner) : undefined
  const notServing = status && !operations.has(owner) ? pluginNotServing(status) : undefined
  if (notServing) return notServing
  const known = operations.list(operations.has(owner) ? owner : undefined).map((operation) => operation.path)
  const detail = `There is nothing at [${method} ${path}].${didYouMean(path, [...new Set(known)])} All paths are described at /docs.`
  return new ApiError('route_not_found', { detail })
}

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
