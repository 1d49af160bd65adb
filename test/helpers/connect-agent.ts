import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'

/**
 * The official clients: `pinned` speaks only the revision of 2026-07-28, `auto` negotiates the revision, `former` is the client of
 * 2025, with a session.
 */
export const AGENTS = ['pinned', 'auto', 'former'] as const
export type AgentKind = (typeof AGENTS)[number]

/** What a tool answered. */
export interface ToolAnswer {
  readonly content?: unknown
  readonly structuredContent?: unknown
  readonly isError?: boolean
}

export interface ToolListing {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema: { readonly [keyword: string]: unknown }
  readonly outputSchema?: { readonly [keyword: string]: unknown } | undefined
  readonly annotations?: object | undefined
}

export interface CallOptions {
  /** Asks the tool to report its progress. */
  readonly onprogress?: (progress: { progress: number; total?: number; message?: string }) => void
}

/** One of the official clients, connected. */
export interface Agent extends AsyncDisposable {
  /** The tools of all pages, by name. */
  tools(): Promise<Map<string, ToolListing>>
  call(name: string, given?: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>
  /** How often it was notified that its tools have changed. */
  readonly told: number
  readonly session: string | undefined
}

const IDENTITY = { name: 'atrium-tests', version: '1.0.0' }

interface ConnectOptions {
  readonly url: string
  readonly token: string
  readonly query?: string
  readonly headers?: Record<string, string>
}

/** @param options.query of the endpoint’s address: `?toolsets=booking` */
export async function connectAgent(
  kind: AgentKind,
  { url, token, query = '', headers = {} }: ConnectOptions,
): Promise<Agent> {
  const endpoint = new URL(`/api/v1/mcp${query}`, url)
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } }
  return kind === 'former' ? connectFormer(endpoint, requestInit) : connectPresent(endpoint, requestInit, kind)
}

async function connectPresent(endpoint: URL, requestInit: RequestInit, kind: 'pinned' | 'auto'): Promise<Agent> {
  let told = 0
  const mode = kind === 'auto' ? kind : { pin: '2026-07-28' }
  const onChanged = () => void (told += 1)
  const client = new Client(IDENTITY, {
    versionNegotiation: { mode },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
  })
  const transport = new StreamableHTTPClientTransport(endpoint, { requestInit })
  await client.connect(transport)
  return {
    tools: async () => byName((await client.listTools()).tools),
    call: (name, given = {}, options = {}) => client.callTool({ name, arguments: given }, options),
    get told() {
      return told
    },
    get session() {
      return transport.sessionId
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

async function connectFormer(endpoint: URL, requestInit: RequestInit): Promise<Agent> {
  let told = 0
  const client = new FormerClient(IDENTITY)
  const transport = new FormerTransport(endpoint, { requestInit })
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (told += 1))
  await client.connect(transport)
  return {
    tools: async () => byName(await allPages(client)),
    call: (name, given = {}, options = {}) =>
      client.callTool({ name, arguments: given }, undefined, options) as Promise<ToolAnswer>,
    get told() {
      return told
    },
    get session() {
      return transport.sessionId
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

async function allPages(client: FormerClient): Promise<ToolListing[]> {
  const tools: ToolListing[] = []
  let cursor: string | undefined
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor })
    tools.push(...page.tools)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return tools
}

const byName = (tools: readonly ToolListing[]) => new Map(tools.map((tool) => [tool.name, tool]))
