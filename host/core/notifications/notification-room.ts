import { present_caller, type Undo } from '@atrium/sdk'
import { type NewNotification, type NotificationReceivers, require_notification } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { peopleAmong, peopleWith } from '../auth/index.ts'
import { type Operation, type Registries, requiredPermissions } from '../registries/index.ts'
import { notificationOperations } from './notification-routes.ts'
import { type Concerned, NotificationSignals } from './notification-signals.ts'
import { NotificationTable } from './notification-table.ts'

/** The source of what the platform itself tells people. */
export const PLATFORM = 'platform'

export interface NotificationOptions {
  /** With `notificationMigrations` applied. */
  readonly database: Database
  readonly registries: Pick<Registries, 'plugins' | 'dashboards' | 'operations' | 'version'>
  readonly log: HostLogger
  /** Days for which notifications are kept; 0 keeps all of them. Default 90. */
  readonly notificationDays?: number | undefined
}

/** What people are told, stored for each of them until they have read it and for some time after. */
export class NotificationRoom {
  /** The operations below `/api/v1/platform/notifications`, for everybody who has signed in. */
  readonly operations: readonly Operation[]
  /** Whether a link leads to a screen at present. */
  readonly isScreen: (link: string) => boolean
  /** Whether an operation requires a permission at present; true for one with `*`. */
  readonly isAsked: (permission: string) => boolean
  readonly #database: Database
  readonly #table: NotificationTable
  readonly #signals: NotificationSignals
  readonly #days: number

  constructor({ database, registries, log, notificationDays = 90 }: NotificationOptions) {
    this.#database = database
    this.#table = new NotificationTable(database)
    this.#signals = new NotificationSignals(database, { log })
    this.#days = notificationDays
    this.isScreen = (link) => isScreen(link, registries)
    this.isAsked = (permission) => permission.includes('*') || requiredPermissions(registries).has(permission)
    const titleOf = (source: string) =>
      source === PLATFORM ? 'Atrium' : (registries.plugins.get(source)?.title ?? source)
    const changed = (user: string) => this.#signals.tell([user])
    this.operations = notificationOperations({ database, table: this.#table, titleOf, changed })
  }

  /**
   * Notifies people in the present transaction. Whoever is running it is left out, unless they are named.
   * @param source the id of the plugin that notifies, or `PLATFORM`
   * @throws DeclarationError `argument_invalid`, `permission_invalid`
   */
  async send(source: string, given: NewNotification): Promise<void> {
    const { to, level = 'info', ...notice } = require_notification(given)
    await this.#database.transaction(async () => {
      const people = await this.#receivers(to)
      await this.#table.add({ source, level, ...notice }, people)
      this.#signals.tell(people)
    })
  }

  /** Removes the notifications of a source with a key, in the present transaction. */
  async withdraw(source: string, key: string): Promise<void> {
    this.#signals.tell(await this.#table.withdraw(source, key))
  }

  /** Replaces a notification that somebody has not read yet, by its key. Does nothing without one. */
  async settle(source: string, given: NewNotification & { readonly key: string }): Promise<void> {
    if (await this.#table.isUnread(source, given.key)) await this.send(source, given)
  }

  /** Calls back when the notifications of people have changed, on any host. */
  onChange(listener: (people: Concerned) => void): Undo {
    return this.#signals.onChange(listener)
  }

  /** Deletes old notifications. Call it once an hour. */
  async sweep(): Promise<void> {
    if (this.#days > 0) await this.#table.sweep(this.#days)
  }

  close(): Promise<void> {
    return this.#signals.close()
  }

  async #receivers(to: NotificationReceivers): Promise<string[]> {
    if ('user' in to) return peopleAmong([to.user], this.#database)
    const cause = present_caller()?.id
    return (await peopleWith(to, this.#database)).filter((id) => id !== cause)
  }
}

/** The screens of the shell itself. */
const OWN = ['/platform/plugins', '/platform/plugins/:id', '/platform/account']

/** Whether an active plugin, or the shell itself, has a screen at a path. Query and fragment do not matter. */
function isScreen(link: string, { dashboards }: Pick<Registries, 'dashboards'>): boolean {
  const parts = link.replace(/[?#].*$/s, '').split('/')
  const paths = dashboards.manifests().flatMap(({ screens }) => screens.map(({ path }) => path))
  return [...paths, ...OWN].some((path) => fits(path.split('/'), parts))
}

const fits = (pattern: readonly string[], parts: readonly string[]) =>
  pattern.length === parts.length && pattern.every((each, at) => each.startsWith(':') || each === parts[at])
