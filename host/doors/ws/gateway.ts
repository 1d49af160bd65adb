import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Channels } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import type { WebSocket } from 'ws'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Auth, Identity, RateLimit, RateLimitOptions } from '../../core/auth/index.ts'
import { createRateLimit, PER_ADDRESS } from '../../core/auth/index.ts'
import { declareOperation } from '../../core/operations/index.ts'
import type { Registries, Operation } from '../../core/registries/index.ts'
import { createAdmission, createWebSocketServer, refuseUpgrade } from './admission.ts'
import { Client, CLOSE_REASONS } from './client.ts'
import { followNamespaces, Topics } from './topics.ts'
import { createReceiver } from './receiver.ts'
import { keepInSession } from './session.ts'
import type { ShellNamespaceOptions } from './shell-namespace.ts'
import { createShellNamespace } from './shell-namespace.ts'

const MIB = 1024 * 1024

/** What one connection may cost. */
interface GatewayLimits {
  /** Size of a message, in bytes: what is larger closes its connection with 1009. */
  readonly message: number
  /** What may wait to be read by a client, in bytes: more closes it with 4408. */
  readonly buffered: number
  /** Open connections of one caller. */
  readonly connections: number
  /** Messages of one connection that are being handled. */
  readonly underWay: number
  /** Messages of one connection over time. */
  readonly messages: Pick<RateLimitOptions, 'points' | 'seconds'>
  /** Milliseconds between two pings, which is also how often a session is looked up again. */
  readonly heartbeat: number
}

/** 100 messages a second for long, 1,000 at once; many connections of one caller, because programs share a token. */
const GATEWAY_LIMITS: GatewayLimits = {
  message: MIB,
  buffered: 4 * MIB,
  connections: 500,
  underWay: 100,
  messages: { points: 1_000, seconds: 10 },
  heartbeat: 30_000,
}

const PATH = '/api/v1/ws'

export interface GatewayOptions {
  readonly registries: Registries
  readonly auth: Pick<Auth, 'authenticate' | 'redeemTicket' | 'findSession' | 'onSessionsEnded'>
  /** What is published in a transaction is sent when that is committed. */
  readonly database: Pick<Database, 'afterCommit'>
  readonly permissions: ShellNamespaceOptions['permissions']
  /** Why there is no namespace of that name; `owner` is the plugin that had it last. */
  readonly explain: (namespace: string, owner: string | undefined) => ApiError
  readonly log: HostLogger
  /** Counts upgrades of who is not known, by network. Default `PER_ADDRESS`. */
  readonly limitAddress?: RateLimit
  readonly limits?: Partial<GatewayLimits>
}

/** All WebSocket connections of a host. */
export interface Gateway {
  /** For `server.on('upgrade', …)`. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /**
   * What a plugin's `channels.publish` does: its topics are its own, and nobody is told of what is rolled back.
   * The function throws a TypeError where the payload is no JSON.
   */
  readonly publishFor: (plugin: string) => Channels['publish']
  /** Closes all connections and takes no more. To be called before the server is closed, which waits for them. */
  close(): Promise<void>
}

/** Makes the gateway, and puts the namespace `shell` and `GET /api/v1/ws` into the registries. */
export function createGateway(options: GatewayOptions): Gateway {
  const { registries, auth, database, permissions, explain, log } = options
  const { limitAddress = createRateLimit(PER_ADDRESS) } = options
  const limits = { ...GATEWAY_LIMITS, ...options.limits }
  const { namespaces } = registries
  const clients = new Set<Client>()
  const topics = new Topics<Client>()
  const server = createWebSocketServer({ maxPayload: limits.message, log })
  const admit = createAdmission({ auth, limitAddress })
  const shell = createShellNamespace({ registries, topics, permissions })
  registries.publishOperations('ws', [upgradeRequired()])
  namespaces.replace('ws', [shell.namespace])
  const followed = followNamespaces({ registries, topics, clients })
  const receive = createReceiver({
    namespaces,
    topics,
    explain: (name) => explain(name, followed.ownerOf(name)),
    limitMessages: createRateLimit(limits.messages),
    mostUnderWay: limits.underWay,
    log,
  })
  let isClosing = false

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Node has let go of the socket: without a listener an error of it would end the process.
    socket.on('error', () => socket.destroy())
    try {
      const query = readQuery(request)
      const identity = await admit(request, query)
      requireRoom(identity)
      if (isClosing) return void socket.destroy()
      server.handleUpgrade(request, socket, head, (webSocket) => connect(webSocket, { identity, query }))
    } catch (error) {
      refuseUpgrade(socket, error, log)
    }
  }

  function requireRoom({ caller: { id } }: Identity): void {
    const open = [...clients].filter((client) => client.caller.id === id).length
    if (open < limits.connections) return
    const detail = `[${id}] has ${open} WebSockets open already. Close some of them first.`
    throw new ApiError('too_many_requests', { detail })
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
    socket.on('error', (err) => log.debug({ err, connection: client.id }, 'a WebSocket failed'))
    socket.on('message', (data: Buffer, isBinary) => {
      client.noteAlive()
      if (client.isOpen) receive(client, isBinary ? undefined : data.toString())
    })
    socket.once('close', (code) => {
      leave()
      clients.delete(client)
      topics.leave(client)
      const ms = Math.round(performance.now() - client.openedAt)
      log.info({ connection: client.id, caller: client.caller.id, code, ms }, 'websocket')
    })
  }

  function publish(plugin: string, topic: string, { type, payload }: Parameters<Channels['publish']>[1]): void {
    for (const { name, withhold } of namespaces.list().filter(({ owner }) => owner === plugin)) {
      const text = JSON.stringify({ namespace: name, type, topic, payload })
      database.afterCommit(() => {
        const receivers = [...topics.of(name, topic)]
        if (receivers.length === 0) return
        // The author may have changed the payload since.
        const frame = JSON.parse(text) as { payload: unknown }
        for (const client of receivers) {
          const visible = withhold(frame.payload, client.caller)
          client.sendText(visible === frame.payload ? text : JSON.stringify({ ...frame, payload: visible }))
        }
      })
    }
  }

  return {
    upgrade: (request, socket, head) => void upgrade(request, socket, head),
    publishFor: (plugin) => (topic, frame) => publish(plugin, topic, frame),
    close: async () => {
      isClosing = true
      shell.stop()
      followed.stop()
      await Promise.all([...clients].map((client) => client.close(CLOSE_REASONS.goingAway)))
    },
  }
}

/** @throws ApiError 404 `route_not_found` */
function readQuery({ url = '' }: IncomingMessage): URLSearchParams {
  const [path, search] = url.split('?', 2)
  if (path === PATH) return new URLSearchParams(search)
  throw new ApiError('route_not_found', { detail: `There is no WebSocket at [${path}]. It is at [${PATH}].` })
}

/** `GET /api/v1/ws` by who does not ask for a WebSocket: there is nothing else to be had, whoever may open one. */
function upgradeRequired(): Operation {
  const summary = 'Open a WebSocket: one connection, many namespaces'
  const options = { summary, raw: true, transaction: false } as const
  const declaration = { origin: {}, method: 'GET', path: '/', kind: 'plain', options, handler: refuse } as const
  return declareOperation('ws', declaration)
}

function refuse(): never {
  throw new ApiError('upgrade_required', {
    detail: 'This path takes WebSockets only. Open it as `ws://…` or `wss://…` with a WebSocket client.',
    headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
  })
}
