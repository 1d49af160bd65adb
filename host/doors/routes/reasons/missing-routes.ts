import { ApiError } from '@atrium/sdk'
import type { Registries } from '../../../core/registries/index.ts'
import { didYouMean, nameList } from './name-list.ts'
import { pluginNotServing, stillActivating } from './plugin-state.ts'

/** Explains why the API has no operation at a path: the plugin does not serve, or the path is misspelt. */
export function explainMissingRoute({ plugins, operations }: Registries, method: string, path: string): ApiError {
  const [, , version, owner = ''] = path.split('/')
  const status = version === 'v1' ? plugins.get(owner) : undefined
  const notServing = status && !operations.has(owner) ? pluginNotServing(status) : undefined
  if (notServing) return notServing
  const known = operations.list(operations.has(owner) ? owner : undefined).map((operation) => operation.path)
  const detail = `There is no operation [${method} ${path}].${didYouMean(path, [...new Set(known)])} [/api/v1/openapi.json] and /docs describe all paths.`
  return new ApiError('route_not_found', { detail })
}

/**
 * Explains why a WebSocket namespace does not exist: its plugin does not serve, or the name is misspelt.
 * @param owner the plugin that last published the namespace. Default: the plugin of the same name
 */
export function explainMissingNamespace(registries: Registries, name: string, owner = name): ApiError {
  const status = registries.plugins.get(owner)
  const notServing = (status && pluginNotServing(status)) ?? stillActivating(registries)
  if (notServing) return notServing
  const names = registries.namespaces.list().map((namespace) => namespace.name)
  const detail = `There is no namespace [${name}].${didYouMean(name, names)} Available namespaces: ${nameList(names)}.`
  return new ApiError('namespace_unknown', { detail })
}
