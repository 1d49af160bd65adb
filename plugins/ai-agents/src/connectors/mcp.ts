import type { CallToolResult, Client, Tool } from '@modelcontextprotocol/client'
import type { ToolAnswer } from '../tools/tool-source.ts'
import { safeValidator } from './arguments.ts'
import type { ToolDefinition } from './definition.ts'
import type { Reach } from './reach.ts'

/** A connection to an MCP server. This file is the only one that knows the MCP client, which is loaded when first used. */
export class McpServer implements AsyncDisposable {
  readonly #client: Client
  readonly #reach: Reach

  private constructor(client: Client, reach: Reach) {
    this.#client = client
    this.#reach = reach
  }

  /**
   * Connects in the newest revision that both support. The client offers no features, so servers can request nothing from it. @throws
   * ApiError
   */
  static async open(reach: Reach): Promise<McpServer> {
    const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const client = new Client(
      { name: 'atrium', version: '1.0.0' },
      {
        ...{ versionNegotiation: { mode: 'auto' }, inputRequired: { autoFulfill: false }, listMaxPages: MOST_PAGES },
        // The client checks answers against the schema that the server itself has sent.
        jsonSchemaValidator: await safeValidator(),
      },
    )
    const transport = new StreamableHTTPClientTransport(new URL(reach.connector.url), {
      fetch: reach.fetch,
      reconnectionOptions: { ...NO_RECONNECTION },
    })
    await client.connect(transport, { signal: reach.signal }).catch(async (error: unknown) => {
      await client.close().catch(() => undefined)
      throw reach.failure(error)
    })
    return new McpServer(client, reach)
  }

  /** The tools of all pages, as the server currently describes them. @throws ApiError */
  async tools(): Promise<readonly ToolDefinition[]> {
    const { tools } = await this.#ask(
      this.#client.listTools(undefined, { signal: this.#reach.signal, cacheMode: 'refresh' }),
    )
    return tools.map(definitionOf)
  }

  /** Calls a tool once. @throws ApiError also if the server reports a failure */
  async call(name: string, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const { signal } = this.#reach
    // The time limit is that of `Reach`.
    const options = { signal, timeout: 2 ** 30 }
    const result = await this.#ask(this.#client.callTool({ name, arguments: { ...input } }, options))
    const text = textOf(result)
    if (result.isError === true) throw this.#reach.error('connector_tool_failed', `failed in [${name}]`, text)
    const value = result.structuredContent
    return { text, ...(value !== undefined && { value }) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close().catch(() => undefined)
  }

  /** A connection that breaks does not always end its requests, but it aborts the signal. */
  async #ask<Value>(request: Promise<Value>): Promise<Value> {
    return request.catch((error: unknown) => {
      throw this.#reach.failure(error)
    })
  }
}

const MOST_PAGES = 50

/** A broken stream is not resumed, because the call would be sent again. */
const NO_RECONNECTION = {
  ...{ maxReconnectionDelay: 1_000, initialReconnectionDelay: 1_000 },
  ...{ reconnectionDelayGrowFactor: 1, maxRetries: 0 },
} as const

const definitionOf = ({ name, title, description, inputSchema, outputSchema, annotations }: Tool): ToolDefinition => ({
  name,
  description: description ?? '',
  input_schema: inputSchema,
  ...(title !== undefined && { title }),
  ...(outputSchema !== undefined && { output_schema: outputSchema }),
  ...(annotations !== undefined && { annotations }),
})

/** The texts of a result. Pictures, sounds and links are named, and never loaded. */
function textOf({ content, structuredContent }: CallToolResult): string {
  const texts = content.map((block) => {
    if (block.type === 'text') return block.text
    return block.type === 'resource' && 'text' in block.resource ? block.resource.text : `[${block.type}]`
  })
  if (texts.length > 0) return texts.join('\n')
  return structuredContent === undefined ? 'Done.' : JSON.stringify(structuredContent)
}
