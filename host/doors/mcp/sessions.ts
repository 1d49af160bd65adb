import { randomUUID } from 'node:crypto'
import type { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { previewText, toPrincipal } from '../../core/auth/index.ts'
import { protocol } from './protocol.ts'
import { whenOver } from './when-over.ts'
import type { Agent, RenewCaller } from './toolsets.ts'
import type { ToolServerParts } from './tool-server.ts'
import { createToolServer } from './tool-server.ts'

export interface SessionLimits {
  /** The limit of all sessions; the longest-idle one makes room. Default 1,000. */
  readonly most?: number
  /** The limit per caller; the caller’s longest-idle session makes room. Default 100. */
  readonly mostOfCaller?: number
  /** Milliseconds that a session may be idle. Default 30 minutes. */
  readonly idle?: number
}

/**
 * The sessions of the 2025 revisions, in the memory of this process. The protocol lets a client whose session has ended start a new one.
 */
export class Sessions {
  readonly #parts: ToolServerParts
  readonly #limits: Required<SessionLimits>
  readonly #sessions = new Map<string, Session>()
  readonly #sweep: NodeJS.Timeout

  constructor(parts: ToolServerParts, { most = 1_000, mostOfCaller = 100, idle = 30 * 60_000 }: SessionLimits = {}) {
    this.#parts = parts
    this.#limits = { most, mostOfCaller, idle }
    this.#sweep = setInterval(() => this.#endIdle(), Math.min(60_000, idle)).unref()
  }

  /** Answers a message of a session, or starts a session. Another caller’s session counts as unknown. */
  async answer(request: Request, incoming: Incoming): Promise<Response> {
    const id = request.headers.get(HEADER)
    if (id === null && protocol().isInitializeRequest(incoming.parsedBody)) return this.#begin(request, incoming)
    if (id === null) return noSession(request)
    const session = this.#sessions.get(id)
    if (session?.callerId !== actOf(incoming.agent)) return problem(404, -32_001, 'Session not found')
    return session.answer(request, incoming)
  }

  toolsMayHaveChanged(): void {
    for (const session of this.#sessions.values()) session.toolsMayHaveChanged()
  }

  /** Renews the callers of all sessions, and ends the sessions of those who have lost all access. */
  async renewAgents(renew: RenewCaller): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.renewAgent(renew)))
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    await Promise.all([...this.#sessions.values()].map((session) => session.close()))
  }

  async #begin(request: Request, incoming: Incoming): Promise<Response> {
    this.#makeRoom(actOf(incoming.agent))
    let id: string | undefined
    const session = await Session.open(this.#parts, {
      agent: incoming.agent,
      onStarted: (started) => void this.#sessions.set((id = started), session),
      onEnded: () => void (id === undefined || this.#sessions.delete(id)),
    })
    const response = await session.answer(request, incoming)
    if (!session.hasStarted) await session.close()
    return response
  }

  #makeRoom(callerId: string): void {
    const all = [...this.#sessions.values()]
    const own = all.filter((session) => session.callerId === callerId)
    if (own.length >= this.#limits.mostOfCaller) void longestIdle(own)?.close()
    else if (all.length >= this.#limits.most) void longestIdle(all)?.close()
  }

  #endIdle(): void {
    for (const session of this.#sessions.values()) if (session.idleFor >= this.#limits.idle) void session.close()
  }
}

const HEADER = 'mcp-session-id'

/** The owner of the session; a preview has separate sessions. */
function actOf({ caller }: Agent): string {
  const { preview } = toPrincipal(caller)
  return preview ? `${preview.by.id} as ${previewText(preview)}` : caller.id
}

interface SessionOptions {
  readonly agent: Agent
  /** Called after a successful `initialize`. */
  readonly onStarted: (id: string) => void
  readonly onEnded: () => void
}

/** A message and its agent. */
interface Incoming {
  readonly agent: Agent
  /** Undefined without a body. */
  readonly parsedBody: unknown
}

/** A session of the 2025 revisions: it starts with `initialize`, has an id, and one stream for change notifications. */
class Session {
  readonly callerId: string
  readonly #parts: ToolServerParts
  readonly #server: McpServer
  readonly #transport: WebStandardStreamableHTTPServerTransport
  /** The agent of the last message, whose roles may have changed since the session began. */
  #agent: Agent
  /** The digest of the tools that the client last saw. */
  #digest: string
  #isListening = false
  #underWay = 0
  #usedAt = performance.now()

  private constructor(parts: ToolServerParts, { agent, onStarted, onEnded }: SessionOptions) {
    this.callerId = actOf(agent)
    this.#agent = agent
    this.#parts = parts
    this.#digest = parts.catalogue.digest(agent)
    const { WebStandardStreamableHTTPServerTransport: Transport } = protocol()
    this.#transport = new Transport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: onStarted,
    })
    this.#server = createToolServer(parts, { onListed: () => this.#noteDigest() })
    this.#server.server.onclose = onEnded
  }

  static async open(parts: ToolServerParts, options: SessionOptions): Promise<Session> {
    const session = new Session(parts, options)
    await session.#server.connect(session.#transport)
    return session
  }

  /** Milliseconds since the last use; 0 while an answer or the notification stream is open. */
  get idleFor(): number {
    return this.#underWay > 0 ? 0 : performance.now() - this.#usedAt
  }

  get hasStarted(): boolean {
    return this.#transport.sessionId !== undefined
  }

  async answer(request: Request, { agent, parsedBody }: Incoming): Promise<Response> {
    this.#agent = agent
    this.#usedAt = performance.now()
    const response = await this.#transport.handleRequest(request, { parsedBody })
    const isStream = request.method === 'GET' && response.ok
    this.#underWay += 1
    if (isStream) this.#listen()
    return whenOver(response, () => this.#over({ isStream }), { isStream })
  }

  /** Notifies the client if its tools have changed. A client that is not listening is notified when it starts to. */
  toolsMayHaveChanged(): void {
    if (!this.#isListening) return
    const digest = this.#parts.catalogue.digest(this.#agent)
    if (digest === this.#digest) return
    this.#digest = digest
    void this.#server.server.sendToolListChanged()
  }

  async renewAgent(renew: RenewCaller): Promise<void> {
    const asked = this.#agent
    const caller = await renew(asked.caller)
    if (caller === undefined) return this.close()
    if (this.#agent === asked) this.#agent = { ...asked, caller }
  }

  close(): Promise<void> {
    return this.#server.close()
  }

  #listen(): void {
    this.#isListening = true
    this.toolsMayHaveChanged()
  }

  #over({ isStream }: { isStream: boolean }): void {
    if (isStream) this.#isListening = false
    this.#underWay -= 1
    this.#usedAt = performance.now()
  }

  #noteDigest(): void {
    this.#digest = this.#parts.catalogue.digest(this.#agent)
  }
}

const longestIdle = (sessions: readonly Session[]) =>
  sessions.reduce<Session | undefined>((one, other) => (one && one.idleFor >= other.idleFor ? one : other), undefined)

/** The 2026 revision has neither GET nor DELETE, and the 2025 revisions have them only within a session. */
const noSession = ({ method }: Request) =>
  method === 'POST'
    ? problem(400, -32_000, 'Bad Request: Mcp-Session-Id header is required, or begin with initialize')
    : problem(405, -32_000, 'Method not allowed without a session', { allow: 'POST' })

const problem = (status: number, code: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })
