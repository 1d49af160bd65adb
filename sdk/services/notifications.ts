import { DeclarationError } from '../declaration/declaration-error.ts'
import { require_choice, require_names, require_options, shown_argument } from '../declaration/require.ts'
import { require_permission } from './service-names.ts'

/** How much attention a notification needs. Warnings and errors also appear as a toast. */
export type NotificationLevel = 'info' | 'success' | 'warning' | 'error'

/**
 * Who receives a notification: one person, by the id of a caller or by `account_of`, or everybody who holds a permission. With `roles`, only those who hold one of these
 * roles; with `attributes`, only those to whom the operator has assigned these values, as in `{ specialist_id: 7 }`.
 */
export type NotificationReceivers =
  | { readonly user: string }
  | {
      readonly permission: string
      readonly roles?: readonly string[]
      readonly attributes?: Readonly<Record<string, string | number>>
    }

/** A notification, as a plugin sends it. Texts are plain. */
export interface NewNotification {
  readonly to: NotificationReceivers
  /** A longer one is cut at 200 characters. */
  readonly title: string
  /** A longer one is cut at 1,000 characters. */
  readonly body?: string
  /** Default `info`. */
  readonly level?: NotificationLevel
  /** A screen of the shell that it opens, such as `/operations/bookings/7`. It gives no right to see anything. */
  readonly link?: string
  /**
   * Names the matter: a later notification with the key replaces the earlier one, and is unread again. At most 200 characters. For
   * background work that an action follows (`job`), use the path of its record, such as `/api/v1/clients/imports/7`: whoever watches the
   * work end on screen then finds the notification read.
   */
  readonly key?: string
}

/**
 * Notifications for people, kept until they are read and for some time after. They are rows: `send` joins the current transaction, so
 * people are notified once it is committed, and not at all if it is rolled back. Whoever causes a change is not notified of it, unless
 * `to` names them. Ids of programs, and of people who are gone, receive nothing. Each person keeps the latest 100 of a plugin.
 */
export interface Notifications {
  /** @throws DeclarationError for a wrong text, level, link or receiver */
  send(notification: NewNotification): Promise<void>
  /** Removes the plugin's notifications with this key from everybody, because the matter is settled. */
  withdraw(key: string): Promise<void>
}

export const NOTIFICATION_LEVELS = ['info', 'success', 'warning', 'error'] as const satisfies NotificationLevel[]

/** The longest texts, in characters. */
const LONGEST = { title: 200, body: 1_000, link: 400, key: 200 } as const

/** A path of the shell, with query and fragment. Neither `//elsewhere` nor an address with a scheme is one. */
const SHELL_PATH = /^\/[a-z0-9][^\s\\]*$/

const SEND = 'notifications.send'

/**
 * Checks a notification, and shortens its title and body to what is stored: they often contain texts of records, and a long one must not
 * make the change fail. For the host.
 * @throws DeclarationError `argument_invalid`, `permission_invalid`
 */
export function require_notification(given: NewNotification): NewNotification {
  require_options(`[${SEND}]`, given, [...Object.keys(LONGEST), 'to', 'level'])
  const { title, body, link, level, key } = given
  require_names(SEND, given, ['title'])
  if (body !== undefined) require_names(SEND, given, ['body'])
  require_choice(`${SEND}({ level })`, level ?? 'info', NOTIFICATION_LEVELS)
  if (link !== undefined && !(is_short(link, LONGEST.link) && SHELL_PATH.test(link))) throw no_screen(link)
  if (key !== undefined) require_notification_key(key, `${SEND}({ key })`)
  require_receivers(given.to)
  const shown = {
    title: shortened(title, LONGEST.title),
    ...(body !== undefined && { body: shortened(body, LONGEST.body) }),
  }
  return { ...given, ...shown }
}

/** Checks the key of a notification. For the host. @throws DeclarationError `argument_invalid` */
export function require_notification_key(key: string, method = 'notifications.withdraw'): void {
  if (is_short(key, LONGEST.key) && key !== '') return
  throw new DeclarationError('argument_invalid', `[${method}] requires a text of 1 to ${LONGEST.key} characters.`, {
    fix: 'Name the matter by an id, such as `booking/7`.',
  })
}

const is_short = (text: unknown, most: number) => typeof text === 'string' && text.length <= most

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

function require_receivers(to: NotificationReceivers): void {
  if (typeof to !== 'object' || to === null || 'user' in to === 'permission' in to) throw no_receiver()
  if ('user' in to) {
    require_options(`[${SEND}({ to })]`, to, ['user'])
    require_names(`${SEND}({ to })`, to, ['user'])
    return
  }
  const { permission, roles, attributes } = require_options(`[${SEND}({ to })]`, to, [
    'permission',
    'roles',
    'attributes',
  ])
  require_permission('The notification', permission)
  if (roles !== undefined && !Array.isArray(roles)) throw no_receiver()
  if (attributes !== undefined && (typeof attributes !== 'object' || attributes === null)) throw no_receiver()
}

const no_receiver = () =>
  new DeclarationError('argument_invalid', `[${SEND}({ to })] requires either a person or a permission.`, {
    fix: "Write `to: { user: caller.id }`, or `to: { permission: '<plugin>.<resource>.<action>' }`.",
  })

const no_screen = (link: string) =>
  new DeclarationError('argument_invalid', `[${SEND}({ link: ${shown_argument(link)} })] is not a path of the shell.`, {
    fix: 'Write the path of a screen, such as `/operations/bookings/7`, without scheme and host.',
  })
