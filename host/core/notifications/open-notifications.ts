import type { Auth } from '../auth/index.ts'
import type { Registries } from '../registries/index.ts'
import { changedRoles } from './account-notices.ts'
import { type NotificationOptions, NotificationRoom, PLATFORM } from './notification-room.ts'
import { tellOfPlugins } from './plugin-notices.ts'

interface OpenOptions extends NotificationOptions {
  readonly registries: Registries
  readonly auth: Pick<Auth, 'users' | 'roles'>
}

/** Opens the room, and lets the platform tell people of their roles, and operators of plugins. */
export function openNotifications(options: OpenOptions): { room: NotificationRoom; close(): Promise<void> } {
  const { auth, registries, log } = options
  const room = new NotificationRoom(options)
  auth.users.whenRolesChange(async (change) => {
    const notice = await changedRoles(change, auth.roles)
    if (notice) await room.send(PLATFORM, notice)
  })
  const stopTelling = tellOfPlugins({ registries, notifications: room, log })
  const close = async () => {
    await stopTelling()
    await room.close()
  }
  return { room, close }
}
