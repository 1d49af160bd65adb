import type { Logger as PluginLogger } from '@atrium/sdk'
import type { Logger } from '../../base/log/index.ts'

/** The host's log in the plugin's terms; every line carries the plugin's id. */
export function pluginLogger(log: Logger, plugin: string): PluginLogger {
  const own = log.child({ plugin })
  const writer = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, details?: Record<string, unknown>) =>
    own[level](details ?? {}, message)
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}
