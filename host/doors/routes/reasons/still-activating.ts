import { ApiError } from '@atrium/sdk'
import type { PluginStatus, Registries } from '../../../core/registries/index.ts'
import { nameList } from '../name-list.ts'

/** Whether a plugin is being loaded for the first time: nothing of it serves yet. */
export const isActivating = ({ state, generation }: PluginStatus) => state === 'activating' && generation === undefined

/** 503: what was asked for may be there in a moment. A program that was told 404 would not ask again. */
export function pluginActivating(ids: readonly string[]): ApiError {
  return new ApiError('plugin_activating', {
    detail: `What you ask for may belong to a plugin that is being activated: ${nameList(ids)}. Ask again in a second.`,
    headers: { 'Retry-After': '1' },
  })
}

/** While plugins are being activated nobody knows what is missing; undefined where none is. */
export function stillActivating({ plugins }: Registries): ApiError | undefined {
  const activating = plugins.list().filter(isActivating)
  return activating.length === 0 ? undefined : pluginActivating(activating.map(({ id }) => id))
}
