import { existsSync } from 'node:fs'
import type { Undo } from '@atrium/sdk'
import type { PanelsConfig } from '../../base/config/index.ts'
import { ConfigError, readPanelsConfig, watchPanelsConfig } from '../../base/config/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Registries } from '../../core/registries/index.ts'

/** A valid change of `panels.config.json`. */
export interface ConfigChange {
  readonly before: PanelsConfig
  readonly now: PanelsConfig
}

type Listener = (change: ConfigChange) => void | Promise<void>

/** The `panels.config.json` in force: the last valid one. */
export interface FollowedConfig {
  current(): PanelsConfig
  /** Called after every valid change, when the panels are already applied. */
  onChange(listener: Listener): Undo
  close(): Promise<void>
}

interface FollowOptions {
  readonly registries: Registries
  readonly log: HostLogger
  readonly watch: boolean
  /** As in HostOptions. */
  readonly panelsOptional?: boolean | undefined
}

/**
 * Reads the configuration and passes its panels to the registries, now and after each change. An invalid change is logged, and
 * the last valid configuration stays in force.
 * @throws ConfigError if it is invalid when first read
 */
export async function followPanelsConfig(
  file: string,
  { registries, log, watch, panelsOptional = false }: FollowOptions,
): Promise<FollowedConfig> {
  const isOptional = panelsOptional && !existsSync(file)
  const { config, findings } = await readPanelsConfig(file, { isOptional })
  if (config === undefined) throw new ConfigError(findings)
  let current = config
  const listeners = new Set<Listener>()
  registries.configurePanels(current.panels)

  function onChange(now: PanelsConfig): void {
    const before = current
    current = now
    registries.configurePanels(now.panels)
    log.info('panels.config.json changed', { file })
    for (const listener of listeners) void tell(listener, { before, now })
  }

  async function tell(listener: Listener, change: ConfigChange): Promise<void> {
    try {
      await listener(change)
    } catch (error) {
      log.error('the change of panels.config.json could not be taken over', { err: error, file })
    }
  }

  const close = watch
    ? watchPanelsConfig(file, {
        current,
        isOptional,
        onChange,
        onInvalid: (found) => {
          for (const { code, message, where, fix } of found) log.error(message, { code, where, fix })
        },
        onError: (error) => log.error('panels.config.json cannot be watched', { err: error, file }),
      })
    : () => Promise.resolve()
  return {
    current: () => current,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close,
  }
}
