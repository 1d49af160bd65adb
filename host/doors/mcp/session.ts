import { randomUUID } from 'node:crypto'
import type { Caller } from '@atrium/sdk'
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { createToolServer, type ToolServerParts } from './create-tool-server.ts'
import { whenOver } from './when-over.ts'

export interface SessionOptions {
  readonly caller: Caller
  /** Called once `initialize` was understood. */
  readonly onStarted: (id: string) => void
  readonly onEnded: () => void
}

/** A message with who sent it. */
export interface Incoming {
  readonly caller: Caller
  /** Undefined where there is none. */
  readonly parsedBody: unknown
}

/** A conversation by the revisions of 2025: it begins with `initialize`, has an id, and one stream on which it is told of changes. */
export class Session {
  readonly callerId: string
  readonly #parts: ToolServerParts
  readonly #server: McpServer
  readonly #transport: WebStandardStreamableHTTPServerTransport
  /** Who it was last: a role may have changed since it began. */
  #caller: Caller
  /** What the tools were when the client was last told. */
  #digest: string
  #isListening = false
  #underWay = 0
  #usedAt = performance.now()

  private constructor(parts: ToolServerParts, { caller, onStarted, onEnded }: SessionOptions) {
    this.callerId = caller.id
    this.#caller = caller
    this.#parts = parts
    this.#digest = parts.catalogue.digest(caller)
    this.#transport = new WebStandardStreamableHTTPServerTransport({
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

  /** Milliseconds since it was last used; 0 while an answer or the stream of changes is open. */
  get idleFor(): number {
    return this.#underWay > 0 ? 0 : performance.now() - this.#usedAt
  }

  get hasStarted(): boolean {
    return this.#transport.sessionId !== undefined
  }

  async answer(request: Request, { caller, parsedBody }: Incoming): Promise<Response> {
    this.#caller = caller
    this.#usedAt = performance.now()
    const response = await this.#transport.handleRequest(request, { parsedBody })
    const isStream = request.method === 'GET' && response.ok
    this.#underWay += 1
    if (isStream) this.#listen()
    return whenOver(response, () => this.#over({ isStream }), { isStream })
  }

  /** Tells the client where what it may call is no longer what it was. Where it does not listen, it is told when it does. */
  toolsMayHaveChanged(): void {
    if (!this.#isListening) return
    const digest = this.#parts.catalogue.digest(this.#caller)
    if (digest === this.#digest) return
    this.#digest = digest
    void this.#server.server.sendToolListChanged()
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
    this.#digest = this.#parts.catalogue.digest(this.#caller)
  }
}
