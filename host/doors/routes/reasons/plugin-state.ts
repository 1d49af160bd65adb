import path from 'node:path'
import { ApiError } from '@atrium/sdk'
import type { DiscoveredFolder } from '@atrium/sdk/documents'
import type { PluginStatus, Registries, PluginRegistry } from '../../../core/registries/index.ts'
import { placeText } from '../../../base/errors/index.ts'
import { PluginFailed } from '../../http/index.ts'
import { didYouMean, nameList } from './name-list.ts'

/** Completes `The plugin [id] …`: the state, and what to do about it. */
const REASON: Record<Exclude<PluginStatus['state'], 'active' | 'activating' | 'missing' | 'failed'>, string> = {
  inactive: 'is not active. Activate it',
  deactivating: 'is being deactivated. Wait until that is done, then activate it again',
  blocked: 'waits for a plugin that it requires. Activate or repair that plugin',
}

/** Explains why a known plugin does not serve requests. Returns undefined if it does. */
export function pluginNotServing({ id, state, generation, diagnostics }: PluginStatus): ApiError | undefined {
  if (state === 'active' || generation !== undefined) return undefined
  if (state === 'activating') return pluginActivating([id])
  const [first] = diagnostics.filter(({ severity }) => severity === 'error')
  const why = first === undefined ? '' : ` ${first.message} ${first.fix}`
  if (state === 'missing') return new ApiError('plugin_inactive', { detail: `The plugin [${id}] is missing.${why}` })
  if (state !== 'failed') return new ApiError('plugin_inactive', { detail: `The plugin [${id}] ${REASON[state]}.` })
  return new PluginFailed(`The plugin [${id}] failed.${why}`, diagnostics)
}

/** Tells whether a plugin is activating and has no earlier generation that serves meanwhile. */
const isActivating = ({ state, generation }: PluginStatus) => state === 'activating' && generation === undefined

/** 503 instead of 404, because a client that gets 404 would not try again. */
function pluginActivating(ids: readonly string[]): ApiError {
  return new ApiError('plugin_activating', {
    detail: `The requested item may belong to a plugin that is still being activated: ${nameList(ids)}. Try again in one second.`,
    headers: { 'Retry-After': '1' },
  })
}

/**
 * The error while plugins are being activated, when the host cannot yet tell what is missing. Returns undefined if no plugin
 * is being activated.
 */
export function stillActivating({ plugins }: Registries): ApiError | undefined {
  const activating = plugins.list().filter(isActivating)
  return activating.length === 0 ? undefined : pluginActivating(activating.map(({ id }) => id))
}

/**
 * Lists the plugins that do not serve, because the missing item may belong to one of them: ` Plugins that are not available:
 * [a (failed)].` Returns an empty string if all plugins serve.
 */
export function idlePlugins({ plugins }: Registries): string {
  const idle = plugins.list().filter(({ state, generation }) => state !== 'active' && generation === undefined)
  if (idle.length === 0) return ''
  return ` Plugins that are not available: ${nameList(idle.map(({ id, state }) => `${id} (${state})`))}.`
}

/** Makes the 404 for an unknown plugin id. It suggests the nearest id and lists all ids. */
export function pluginNotFound(id: string, plugins: PluginRegistry): ApiError {
  const known = plugins.list().map((plugin) => plugin.id)
  const detail = `There is no plugin [${id}].${didYouMean(id, known)} Available plugins: ${nameList(known)}.`
  return new ApiError('plugin_not_found', { detail })
}

/** Makes the error 404 for a plugin whose folder was rejected, by its id or the name of the folder. Returns undefined if none was. */
export function pluginRejected(id: string, folders: readonly DiscoveredFolder[]): ApiError | undefined {
  const isMeant = ({ plugin, directory }: DiscoveredFolder) => plugin === id || path.basename(directory) === id
  const folder = folders.find((each) => !each.accepted && isMeant(each))
  const [finding] = folder?.diagnostics ?? []
  if (folder === undefined || finding === undefined) return undefined
  const { message, fix } = finding
  const at = placeText(finding)
  const detail = `The folder [${folder.directory}] was rejected, so there is no plugin [${id}]. ${at === '' ? '' : `${at}: `}${message} ${fix}`
  return new ApiError('plugin_not_found', { detail })
}
