import type { NewNotification } from '@atrium/sdk/host'
import type { RolesChange, Roles } from '../auth/index.ts'

const ACCOUNT = '/platform/account'

/** A browser with which somebody has signed in for the first time. */
interface NewBrowser {
  readonly user_id: string
  readonly name: string
  readonly address: string
}

/** Tells somebody that their account was used with a new browser. Further ones of the same kind replace it. */
export const newBrowser = ({ user_id, name, address }: NewBrowser): NewNotification => ({
  to: { user: user_id },
  title: `New sign-in: ${name}`,
  body: `From ${address}. If this was not you, end that session and change your password.`,
  level: 'warning',
  link: ACCOUNT,
  key: `sign-in/${name}`.slice(0, 200),
})

/** Tells somebody which roles they have got or lost. Undefined if nothing has changed, or they changed it themselves. */
export async function changedRoles(
  { user_id, before, after, by }: RolesChange,
  roles: Pick<Roles, 'list'>,
): Promise<NewNotification | undefined> {
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  if (by.id === user_id || (added.length === 0 && removed.length === 0)) return undefined
  const known = await roles.list()
  const named = (ids: readonly string[]) =>
    ids.map((id) => known.find((role) => role.id === id)?.label ?? id).join(', ')
  const body = [
    ...(added.length > 0 ? [`Added: ${named(added)}.`] : []),
    ...(removed.length > 0 ? [`Removed: ${named(removed)}.`] : []),
  ]
  return { to: { user: user_id }, title: 'Your roles have changed', body: body.join(' '), key: 'roles' }
}
