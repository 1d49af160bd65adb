import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'

/** A tool of the MCP server, and what it does when it is called. */
export interface ExternalTool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema?: { readonly type: 'object'; readonly [keyword: string]: unknown }
  readonly outputSchema?: { readonly type: 'object'; readonly [keyword: string]: unknown }
  readonly annotations?: Record<string, unknown>
  readonly run?: (input: Record<string, unknown>) => unknown
}

/** A request to the API, as it arrived. */
export interface ApiRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Tools of a page of `tools/list`. */
const PAGE = 2

/**
 * An external system: an MCP server made with the official package below `/mcp`, an API below `/api`, and its OpenAPI document. Tests
 * change its tools as they like.
 */
export class ExternalSystem {
  tools: ExternalTool[] = []
  document: object = {}
  /** Answers requests to the API. */
  answer: (request: ApiRequest, response: ServerResponse) => void = (_, response) => void response.end('{}')
  readonly called: { tool: string; input: Record<string, unknown> }[] = []
  readonly asked: ApiRequest[] = []
  /** The tokens that the MCP server was sent. */
  readonly tokens = new Set<string | undefined>()
  readonly #mcp = toNodeHandler(createMcpHandler(() => this.#server()))
  readonly #http = createServer((request, response) => void this.#route(request, response))

  /** Answers a request to the MCP server, as behind a server that checks tokens. */
  readonly handle = (request: IncomingMessage, response: ServerResponse) => this.#mcp(request, response)

  async open(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#http.listen(port, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port
  }

  close(): Promise<void> {
    this.#http.closeAllConnections()
    return new Promise((resolve) => void this.#http.close(() => resolve()))
  }

  #server(): McpServer {
    const mcp = new McpServer({ name: 'crm', version: '1' }, { capabilities: { tools: { listChanged: true } } })
    mcp.server.setRequestHandler('tools/list', ({ params }) => {
      const from = Number(params?.cursor ?? 0)
      const tools = this.tools.slice(from, from + PAGE).map(({ run: _, ...tool }) => ({
        inputSchema: { type: 'object' as const },
        ...tool,
      }))
      const next = from + PAGE < this.tools.length ? { nextCursor: String(from + PAGE) } : {}
      return { tools, ...next }
    })
    mcp.server.setRequestHandler('tools/call', async ({ params: { name, arguments: input = {} } }) => {
      this.called.push({ tool: name, input })
      const result = await this.tools.find((tool) => tool.name === name)?.run?.(input)
      return (result ?? { content: [{ type: 'text', text: 'Done.' }] }) as never
    })
    return mcp
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    if (url.startsWith('/mcp')) {
      this.tokens.add(headers.authorization)
      return this.#mcp(request, response)
    }
    const body = await textOf(request)
    if (url === '/openapi.json') return void response.end(JSON.stringify(this.document))
    const asked = { method, url, headers, body }
    this.asked.push(asked)
    response.setHeader('content-type', 'application/json')
    this.answer(asked, response)
  }
}

/** What a tool answers. */
export const says = (text: string, more: object = {}) => ({ content: [{ type: 'text', text }], ...more })
