import type { PluginStatus } from '@atrium/sdk/documents'
import type { NewNotification } from '@atrium/sdk/host'
import { TaskQueue } from '../../base/lifetime/index.ts'
import { type HostLogger, sparsely } from '../../base/log/index.ts'
import type { Registries } from '../registries/index.ts'
import { type NotificationRoom, PLATFORM } from './notification-room.ts'

/** Operators are told: those who see the states of plugins. */
const OPERATORS = { permission: 'platform.plugins.view' }

interface PluginNoticesOptions {
  readonly registries: Pick<Registries, 'plugins'>
  readonly notifications: Pick<NotificationRoom, 'send' | 'settle'>
  readonly log: HostLogger
}

/**
 * Notifies operators if an active plugin cannot be loaded, or has spent its error budget. A failed reload is not reported while the former
 * generation serves: its screens show it. Once the plugin runs again, an unread notification is replaced by one that says so.
 * @returns the function that stops it, and waits for what is being told
 */
export function tellOfPlugins({ registries, notifications, log }: PluginNoticesOptions): () => Promise<void> {
  const onError = sparsely((details) => log.warn('operators were not told of a plugin', details))
  /** By plugin, its last trouble; empty while it has none. */
  const told = new Map<string, string>()
  const queue = new TaskQueue()
  const stop = registries.plugins.onChange((status) => {
    const trouble = troubleOf(status)
    if ((trouble === undefined && status.state !== 'active') || told.get(status.id) === (trouble ?? '')) return
    told.set(status.id, trouble ?? '')
    const notice = noticeOf(status, trouble)
    const tell = () =>
      trouble === undefined ? notifications.settle(PLATFORM, notice) : notifications.send(PLATFORM, notice)
    void queue.run(tell).catch(onError)
  })
  return () => {
    stop()
    return queue.idle()
  }
}

/** What is wrong with a plugin, if people notice it. */
function troubleOf({ state, desired, generation, diagnostics, runtime }: PluginStatus): string | undefined {
  if (desired === 'active' && state === 'failed' && generation === undefined)
    return diagnostics[0]?.message ?? 'It could not be loaded.'
  return runtime?.findings.find(({ code }) => code === 'error_budget_spent')?.message
}

function noticeOf(
  { id, title }: PluginStatus,
  trouble: string | undefined,
): NewNotification & { readonly key: string } {
  const shared = { to: OPERATORS, link: `/platform/plugins/${id}`, key: `plugin/${id}` }
  if (trouble === undefined) return { ...shared, title: `${title} runs again`, level: 'success' }
  return { ...shared, title: `${title} does not work`, body: trouble, level: 'error' }
}
