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
    /** Whether an operation of an active plugin or of the platform requires a permission. */
    isAsked(permission: string): boolean
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
        const at = new Error()
        await notifications.send(plugin, notification)
        for (const unknown of unknownIn(notification, { plugin, notifications }))
          scope.report({ ...unknown, work: 'notifications.send', at })
      }),
    withdraw: (key) =>
      watched(`notifications.withdraw('${key}')`, async () => {
        scope.requireCommitted('context.notifications.withdraw')
        require_notification_key(key)
        await notifications.withdraw(plugin, key)
      }),
  }
}

/** What a sent notification names although it does not exist: a screen, or a permission. It was sent, and helps nobody. */
function unknownIn(
  { link, to }: NewNotification,
  { plugin, notifications }: NotificationServices & { plugin: string },
): { code: 'notification_link_unknown' | 'notification_permission_unknown'; message: string }[] {
  const sent = `The plugin [${plugin}] sent a notification`
  const isKnown = link === undefined || notifications.isScreen(link)
  const message = `${sent} that opens [${link ?? ''}], but no active plugin has a screen there.`
  const screen = isKnown ? [] : [{ code: 'notification_link_unknown' as const, message }]
  if (!('permission' in to) || notifications.isAsked(to.permission)) return screen
  const nobody = `${sent} to those who hold [${to.permission}], but no operation of an active plugin requires that permission.`
  return [...screen, { code: 'notification_permission_unknown', message: nobody }]
}
