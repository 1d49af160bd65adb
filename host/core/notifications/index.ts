/** What people are told: stored notifications, and the news of them for every page and host. */
export { newBrowser } from './account-notices.ts'
export { notificationMigrations } from './notification-migrations.ts'
export { type NotificationRoom, PLATFORM } from './notification-room.ts'
export type { Concerned } from './notification-signals.ts'
export { openNotifications } from './open-notifications.ts'
