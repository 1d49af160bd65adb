import { ApiError } from '@atrium/sdk'
import type { PluginStatus, Registries, PluginRegistry } from '../../../core/registries/index.ts'
import { PluginFailed } from '../../http/index.ts'
import { didYouMean, nameList } from './name-list.ts'

const REASON: Record<Exclude<PluginStatus['state'], 'active' | 'activating' | 'failed'>, string> = {
  inactive: 'is not active. Activate it',
  deactivating: 'is being deactivated',
  blocked: 'waits for a plugin that it needs',
  missing: 'is not there any more: its folder is gone. Put it back',
}

/** Why a plugin that is known does not serve; undefined for one that does. */
export function pluginNotServing({ id, state, generation, diagnostics }: PluginStatus): ApiError | undefined {
  if (state === 'active' || generation !== undefined) return undefined
  if (state === 'activating') return pluginActivating([id])
  if (state !== 'failed') return new ApiError('plugin_inactive', { detail: `The plugin [${id}] ${REASON[state]}.` })
  const [first] = diagnostics.filter(({ severity }) => severity === 'error')
  const why = first === undefined ? '' : ` ${first.message} ${first.fix}`
  return new PluginFailed(`The plugin [${id}] failed.${why}`, diagnostics)
}

/** Whether a plugin is being loaded for the first time: nothing of it serves yet. */
const isActivating = ({ state, generation }: PluginStatus) => state === 'activating' && generation === undefined

/** 503: what was asked for may be there in a moment. A program that was told 404 would not ask again. */
function pluginActivating(ids: readonly string[]): ApiError {
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

/** ` Plugins that show nothing now: [a (failed)].` What is looked for may be theirs. Nothing where all serve. */
export function idlePlugins({ plugins }: Registries): string {
  const idle = plugins.list().filter(({ state, generation }) => state !== 'active' && generation === undefined)
  if (idle.length === 0) return ''
  return ` Plugins that show nothing now: ${nameList(idle.map(({ id, state }) => `${id} (${state})`))}.`
}

/** Why there is no plugin of an id: the ids there are, and the one that may have been meant. */
export function pluginNotFound(id: string, plugins: PluginRegistry): ApiError {
  const known = plugins.list().map((plugin) => plugin.id)
  const detail = `There is no plugin [${id}].${didYouMean(id, known)} The plugins there are: ${nameList(known)}.`
  return new ApiError('plugin_not_found', { detail })
}
