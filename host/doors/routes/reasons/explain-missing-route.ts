import { ApiError } from '@atrium/sdk'
import type { Registries } from '../../../core/registries/index.ts'
import { didYouMean } from '../did-you-mean.ts'
import { pluginNotServing } from './plugin-not-serving.ts'

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
