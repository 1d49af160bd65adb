import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '@atrium/sdk'
import type { WebSocket } from 'ws'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Auth, Identity, RateLimit, RateLimitOptions, ReadSender } from '../../core/auth/index.ts'
import { createRateLimit, PER_ADDRESS, PER_CALLER, PREVIEW_HEADER } from '../../core/auth/index.ts'
import { CallerTurns, declareOperation, type Perform, type PreviewAs } from '../../core/operations/index.ts'
import type { Operation, Registries } from '../../core/registries/index.ts'
import { createAdmission, createWebSocketServer, refuseUpgrade } from './admission.ts'
import { Client, CLOSE_REASONS } from './client.ts'
import { Inbox } from './inbox.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import { Presence } from './presence.ts'
import { RecordWatch } from './record-watch.ts'
import { followNamespaces, Topics } from './topics.ts'
import { createReceiver } from './receiver.ts'
import { keepInSession } from './session.ts'
import type { ShellNamespaceOptions } from './shell-namespace.ts'
import { createShellNamespace } from './shell-namespace.ts'

export interface GatewayOptions {
  readonly registries: Registries
  readonly auth: Pick<Auth, 'authenticate' | 'redeemTicket' | 'renew' | 'onChange' | 'atEnd'>
  /** Delays frames published in a transaction until it commits, and carries them to other hosts. */
  readonly database: Pick<Database, 'afterCommit' | 'signals' | 'writes'>
  /** Reads the records that clients have open, as their callers. Default: presence is off. */
  readonly perform?: Perform
  /** Default: no previews. */
  readonly preview?: PreviewAs
  readonly permissions: ShellNamespaceOptions['permissions']
  readonly notifications?: ShellNamespaceOptions['notifications']
  /** Explains a missing namespace; `owner` is the plugin that had it last. */
  readonly explain: (namespace: string, owner: string | undefined) => ApiError
  readonly log: HostLogger
  /** Limits failed upgrades, by network. Default `PER_ADDRESS`. */
  readonly limitAddress?: RateLimit
  /** Lets callers take turns. Default: turns of this door alone. */
  readonly turns?: CallerTurns
  /** Default: no proxy is trusted. */
  readonly readSender?: ReadSender
  readonly limits?: Partial<GatewayLimits>
}

/** All WebSocket connections of a host. */
export interface Gateway {
  /** For `server.on('upgrade', …)`. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /**
   * Makes a plugin’s `channels.publish`: topics belong to the plugin, and frames of a rolled-back transaction are not
   * sent. The function throws a TypeError if the payload is not JSON.
   */
  readonly publishFor: Publisher['publishFor']
  /** How many connections are open. */
  readonly countSockets: () => number
  /** Closes all connections and accepts no more. Call it before closing the server, which waits for them. */
  close(): Promise<void>
}

/** Makes the gateway and registers the namespace `shell` and `GET /api/v1/ws`. */
export function createGateway(options: GatewayOptions): Gateway {
  const { registries, auth, database, permissions, explain, log, limitAddress = createRateLimit(PER_ADDRESS) } = options
  const limits = { ...GATEWAY_LIMITS, ...options.limits }
  const clients = new Set<Client>()
  const topics = new Topics<Client>()
  const server = createWebSocketServer({ maxPayload: limits.message, log })
  const admit = createAdmission({ auth, limitAddress, readSender: options.readSender })
  const records = new RecordWatch({ registries, database, log })
  const { perform } = options
  const presence = perform && new Presence({ registries, perform, signals: database.signals, log })
  const clientOf = (connection: string) => [...clients].find(({ id }) => id === connection)
  const watch: ShellNamespaceOptions['watch'] = (connection, paths, how) => {
    const client = clientOf(connection)
    if (client) records.watch(client, paths, how)
  }
  const attend: ShellNamespaceOptions['attend'] = async (connection, attendance) => {
    const client = clientOf(connection)
    if (client) await presence?.attend(client, attendance)
  }
  const shell = createShellNamespace({
    registries,
    topics,
    permissions,
    notifications: options.notifications,
    watch,
    attend,
  })
  registries.publishOperations('ws', [upgradeRequired()])
  registries.namespaces.replace('ws', [shell.namespace])
  const followed = followNamespaces({ registries, topics, clients })
  const publisher = createPublisher({ registries, database, topics, log })
  const receive = createReceiver({
    namespaces: registries.namespaces,
    topics,
    findings: registries.findings,
    explain: (name) => explain(name, followed.ownerOf(name)),
    limitMessages: createRateLimit(limits.messages),
    limitCaller: createRateLimit(limits.ofCaller),
    mostUnderWay: limits.underWay,
    turns: options.turns ?? new CallerTurns(),
    log,
  })
  let isClosing = false

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Node has detached its own listeners: an unhandled error of the socket would end the process.
    socket.on('error', () => socket.destroy())
    try {
      const query = readQuery(request)
      const identity = await look(await admit(request, query), { request, query })
      requireRoom(identity, clients, limits)
      if (isClosing) return void socket.destroy()
      server.handleUpgrade(request, socket, head, (webSocket) => connect(webSocket, { identity, query }))
    } catch (error) {
      refuseUpgrade(socket, error, log)
    }
  }

  /** Browsers cannot set headers of a WebSocket, so `?preview=` replaces the header. */
  async function look(identity: Identity, { request, query }: Opening): Promise<Identity> {
    const text = query.get('preview') ?? request.headers[PREVIEW_HEADER]
    if (text === undefined || options.preview === undefined) return identity
    return options.preview(identity, String(text), { id: randomUUID() })
  }

  function connect(socket: WebSocket, { identity, query }: { identity: Identity; query: URLSearchParams }): void {
    const defaultNamespace = query.get('namespace') ?? undefined
    const client = new Client(socket, {
      id: randomUUID(),
      identity,
      defaultNamespace,
      mostBuffered: limits.buffered,
    })
    clients.add(client)
    const leave = keepInSession(client, { auth, log, every: limits.heartbeat })
    socket.on('error', (err) => log.debug('a WebSocket failed', { err, connection: client.id }))
    const inbox = new Inbox(socket, (text) => (client.isOpen ? receive(client, text) : undefined))
    socket.on('message', (data: Buffer, isBinary) => {
      client.noteAlive()
      inbox.receive(isBinary ? undefined : data.toString())
    })
    socket.once('close', (code) => {
      leave()
      clients.delete(client)
      topics.leave(client)
      records.leave(client)
      presence?.leave(client)
      const ms = Math.round(performance.now() - client.openedAt)
      log.info('websocket', { connection: client.id, caller: client.caller.actor_id, code, ms })
    })
  }

  return {
    upgrade: (request, socket, head) => void upgrade(request, socket, head),
    publishFor: publisher.publishFor,
    countSockets: () => clients.size,
    close: async () => {
      isClosing = true
      shell.stop()
      followed.stop()
      await Promise.all([...clients].map((client) => client.close(CLOSE_REASONS.goingAway)))
      await presence?.close()
      await publisher.close()
      await records.close()
    },
  }
}

/** A requested connection. */
interface Opening {
  readonly request: IncomingMessage
  readonly query: URLSearchParams
}

/** @throws ApiError 429 `too_many_requests` if the caller already has the most open connections allowed */
function requireRoom({ caller }: Identity, clients: ReadonlySet<Client>, limits: GatewayLimits): void {
  const id = caller.actor_id
  const open = [...clients].filter((client) => client.caller.actor_id === id).length
  if (open < limits.connections) return
  const detail = `[${id}] has ${open} open WebSockets, which is the limit. Close one of them first.`
  throw new ApiError('too_many_requests', { detail })
}

/** Limits of one connection, and of the connections of one caller. */
interface GatewayLimits {
  /** The largest message, in bytes; a larger one closes the connection with 1009. */
  readonly message: number
  /** Unread bytes of a client; more closes the connection with 4408. */
  readonly buffered: number
  /** Open connections per caller. */
  readonly connections: number
  /** Messages of one connection that are handled at once. */
  readonly underWay: number
  /** The rate limit for messages of one connection. */
  readonly messages: Pick<RateLimitOptions, 'points' | 'seconds'>
  /** The rate limit for messages of all connections of one caller. */
  readonly ofCaller: Pick<RateLimitOptions, 'points' | 'seconds'>
  /** Milliseconds between two pings; the session is refreshed at the same interval. */
  readonly heartbeat: number
}

const MIB = 1024 * 1024

/**
 * 100 messages a second on average, 1,000 in a burst. A caller may have many connections, because programs share a
 * token, but their messages together are limited like its requests.
 */
const GATEWAY_LIMITS: GatewayLimits = {
  message: MIB,
  buffered: 4 * MIB,
  connections: 500,
  underWay: 100,
  messages: { points: 1_000, seconds: 10 },
  ofCaller: PER_CALLER,
  heartbeat: 30_000,
}

const PATH = '/api/v1/ws'

/** The part before the path in the absolute form of a target, as proxies send it (RFC 9112 section 3.2). */
const ORIGIN = /^(?:https?|wss?):\/\/[^/?]*/i

/** @throws ApiError 404 `route_not_found` */
function readQuery({ url = '' }: IncomingMessage): URLSearchParams {
  const [path, search] = url.replace(ORIGIN, '').split('?', 2)
  if (path === PATH) return new URLSearchParams(search)
  throw new ApiError('route_not_found', { detail: `There is no WebSocket at [${path}]. Use [${PATH}].` })
}

/** Answers `GET /api/v1/ws` without an upgrade with 426. */
function upgradeRequired(): Operation {
  const summary = 'Open a WebSocket: one connection, many namespaces'
  const options = { summary, raw: true, transaction: false } as const
  const declaration = { origin: {}, method: 'GET', path: '/', kind: 'plain', options, handler: refuse } as const
  return declareOperation('ws', declaration)
}

function refuse(): never {
  throw new ApiError('upgrade_required', {
    detail: 'This path accepts only WebSockets. Open it as `ws://…` or `wss://…` with a WebSocket client.',
    // Without `close`, Node keeps the connection open even if the client has asked to close it.
    headers: { Upgrade: 'websocket', Connection: 'Upgrade, close' },
  })
}
