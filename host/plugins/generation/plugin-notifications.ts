import type { PluginContext } from '@atrium/sdk'
import { type NewNotification, require_notification_key } from '@atrium/sdk/host'
import type { GenerationScope } from './generation-scope.ts'
import { watched } from './plugin-jobs.ts'

/** The service behind `context.notifications`. */
export interface NotificationServices {
  readonly notifications: {
    send(plugin: string, notification: NewNotification): Promise<void>
    withdraw(plugin: string, key: string): Promise<void>
    /** Whether an active plugin, or the shell itself, has a screen at a path. */
    isScreen(link: string): boolean
  }
}

/** `context.notifications` of one generation. */
export function pluginNotifications(
  { notifications }: NotificationServices,
  scope: GenerationScope,
): PluginContext['notifications'] {
  const { plugin } = scope
  return {
    send: (notification) =>
      watched('notifications.send(…)', async () => {
        scope.requireCommitted('context.notifications.send')
        // Captures the stack, which names the author's line only before the first `await`.
        const unknown = unknownLink(plugin, notification.link)
        await notifications.send(plugin, notification)
        const { link } = notification
        if (link !== undefined && !notifications.isScreen(link)) scope.report(unknown)
      }),
    withdraw: (key) =>
      watched(`notifications.withdraw('${key}')`, async () => {
        scope.requireCommitted('context.notifications.withdraw')
        require_notification_key(key)
        await notifications.withdraw(plugin, key)
      }),
  }
}

const unknownLink = (plugin: string, link: string | undefined) =>
  ({
    code: 'notification_link_unknown',
    work: 'notifications.send',
    message: `The plugin [${plugin}] sent a notification that opens [${String(link)}], but no active plugin has a screen there.`,
    at: new Error(),
  }) as const
