import { ApiError } from '@atrium/sdk'
import { PluginFailed } from '../../http/plugin-failed.ts'
import type { PluginStatus } from '../../../core/registries/index.ts'
import { pluginActivating } from './still-activating.ts'

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
