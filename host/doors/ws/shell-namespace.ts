import { randomUUID } from 'node:crypto'
import { type Static, Type, type Undo } from '@atrium/sdk'
import type { PluginStatus } from '@atrium/sdk/documents'
import type { Concerned, NotificationRoom } from '../../core/notifications/index.ts'
import type { Namespace, Registries } from '../../core/registries/index.ts'
import { SHELL_NAMESPACE } from '../../core/registries/index.ts'
import type { Client } from './client.ts'
import { ELEMENT_FAILED, noteElementFailure } from './element-failures.ts'
import type { Attendance } from './presence.ts'
import { TurnNotes } from '../../base/lifetime/index.ts'
import type { Topics } from './topics.ts'

export interface ShellNamespaceOptions {
  readonly registries: Registries
  readonly topics: Topics<Client>
  readonly permissions: {
    /** Required to subscribe. */
    readonly shell: string
    /** Required for a plugin’s whole status; others see only its id, title and state. */
    readonly plugins: string
  }
  /** Reports whose notifications have changed. Default: there are none. */
  readonly notifications?: Pick<NotificationRoom, 'onChange'> | undefined
  /** Watches paths for the connection with an id, instead of its former ones. `hasRead`: it has just read those that are new. */
  readonly watch: (connection: string, paths: readonly string[], how: { hasRead?: boolean }) => void
  /** Records which record the connection with an id has open, instead of the former one. */
  readonly attend: (connection: string, attendance: Attendance) => Promise<void>
}

const TOPIC = 'changes'
const NO_PAYLOAD = Type.Object({}, { additionalProperties: false })
const PATH = Type.String({
  maxLength: 500,
  pattern: '^/api/v1/[^?#\\s]+$',
  description: 'The path of a GET, such as /api/v1/clients/clients, without parameters',
})
const WATCH = Type.Object(
  {
    paths: Type.Array(PATH, { maxItems: 100, uniqueItems: true }),
    has_read: Type.Optional(
      Type.Boolean({
        description:
          'Whether the new paths were read in the last five seconds: those that may have changed since are told at once',
      }),
    ),
  },
  { additionalProperties: false },
)
const ATTEND = Type.Object(
  { path: Type.Optional(PATH), editing: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

/**
 * Makes the host’s own namespace, which notifies the shell of changed documents, by id, and of the state of plugins.
 * Changes within one turn of the event loop become one frame per plugin.
 * @returns the namespace, and the function that stops it
 */
export function createShellNamespace(options: ShellNamespaceOptions): { namespace: Namespace; stop: Undo } {
  const { registries, topics, permissions, notifications, watch, attend } = options
  const instance = randomUUID()
  const documents = new TurnNotes<string | null, readonly string[]>((changes) => {
    const revision = registries.version
    for (const [plugin, changed] of changes) push('definitions.changed', { plugin, changed, revision })
  })
  const statuses = new TurnNotes<string, PluginStatus>((changes) => {
    for (const status of changes.values()) pushStatus(status)
  })
  const undo = [
    registries.onChange(({ owner = null, changed }) =>
      documents.add(owner, changed, (former) => [...new Set([...former, ...changed])].sort()),
    ),
    registries.plugins.onChange((status) => statuses.add(status.id, status)),
    notifications?.onChange(pushNotified) ?? (() => undefined),
    documents.stop,
    statuses.stop,
  ]

  function pushStatus(status: PluginStatus): void {
    const { id, title, state } = status
    push('plugin.changed', { plugin: status }, ({ caller }) => caller.can(permissions.plugins))
    push('plugin.changed', { plugin: { id, title, state } }, ({ caller }) => !caller.can(permissions.plugins))
  }

  /** The frame says nothing: pages read what has changed, as the person. Programs and previews have no notifications. */
  function pushNotified(people: Concerned): void {
    push(
      'notifications.changed',
      {},
      ({ caller }) => caller.session !== undefined && !caller.preview && (people?.has(caller.id) ?? true),
    )
  }

  function push(type: string, payload: unknown, isFor: (client: Client) => boolean = () => true): void {
    const receivers = [...topics.of(SHELL_NAMESPACE, TOPIC)]
      .map(([client]) => client)
      .filter((client) => client.caller.can(permissions.shell) && isFor(client))
    if (receivers.length === 0) return
    const text = JSON.stringify({ namespace: SHELL_NAMESPACE, type, payload })
    for (const client of receivers) client.sendText(text)
  }

  const namespace: Namespace = {
    name: SHELL_NAMESPACE,
    owner: 'ws',
    rules: {
      subscribe: { payload: NO_PAYLOAD, permission: permissions.shell, read_only: true },
      watch: { payload: WATCH, permission: permissions.shell, read_only: true },
      attend: { payload: ATTEND, permission: permissions.shell, read_only: true },
      'element.failed': { payload: ELEMENT_FAILED, permission: permissions.shell, read_only: true },
    },
    withhold: (value) => value,
    handler: async ({ type, payload }, { connection, reply }) => {
      if (type === 'watch') {
        const { paths, has_read: hasRead } = payload as Static<typeof WATCH>
        watch(connection.id, paths, { hasRead: hasRead === true })
        return reply('watching', { paths: paths.length })
      }
      if (type === 'attend') {
        const attendance = payload as Static<typeof ATTEND>
        await attend(connection.id, attendance)
        return reply('attending', { path: attendance.path ?? null })
      }
      if (type === 'element.failed') {
        noteElementFailure(payload as Static<typeof ELEMENT_FAILED>, registries)
        return reply('noted', {})
      }
      connection.subscribe(TOPIC)
      reply('subscribed', { version: registries.version, instance })
    },
  }
  return { namespace, stop: () => undo.forEach((each) => each()) }
}
