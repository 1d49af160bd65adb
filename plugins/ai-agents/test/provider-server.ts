import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer of the server: pieces of text and calls of tools, or something that goes wrong. */
export interface Script {
  readonly text?: readonly string[]
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[]
  /** Milliseconds between two pieces of text. */
  readonly pause?: number
  /** After the text, the answer waits for this, and then goes on with `rest`. */
  readonly hold?: Promise<void>
  readonly rest?: readonly string[]
  readonly status?: number
  readonly headers?: Record<string, string>
  /** Sent instead of an answer, with `{key}` replaced by the key that was sent. */
  readonly body?: string
  /** What the server counts. Default: 100 tokens read, 20 written. */
  readonly usage?: (body: Asked['body']) => { prompt_tokens: number; completion_tokens: number }
  /** Ends the connection in the middle. */
  readonly cut?: boolean
}

/** A request, as the server saw it. */
export interface Asked {
  readonly body: {
    messages: { role: string; content: unknown; tool_calls?: object[] }[]
    tools?: { function: { name: string } }[]
  }
  readonly authorization: string
  /** When the client closed the connection before the answer was complete, in milliseconds since 1970. */
  closedAt?: number
}

/** Decides on the answer when it is asked. */
export type Scripted = (body: Asked['body']) => Script

/** A server that speaks as OpenAI's does, and answers what a test says, one script per request; the last one again and again. */
export class ProviderServer {
  scripts: (Script | Scripted)[] = []
  readonly asked: Asked[] = []
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  /** What the next requests are answered. */
  play(...scripts: (Script | Scripted)[]): void {
    this.scripts = scripts
    this.asked.length = 0
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const authorization = request.headers.authorization ?? ''
    if (request.url?.endsWith('/models')) {
      const [script] = this.scripts
      if (typeof script === 'object' && script.status) return void this.#fail(script, { authorization, response })
      return void response.setHeader('content-type', 'application/json').end('{"data":[{"id":"small"},{"id":"large"}]}')
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const asked: Asked = { body: JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'], authorization }
    this.asked.push(asked)
    response.on('close', () => {
      if (!response.writableEnded) asked.closedAt = Date.now()
    })
    const next = (this.scripts.length > 1 ? this.scripts.shift() : this.scripts[0]) ?? {}
    const script = typeof next === 'function' ? next(asked.body) : next
    if (script.status !== undefined) return void this.#fail(script, { authorization, response })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (script.body !== undefined) return void response.end(script.body)
    for (const text of script.text ?? []) {
      if (response.destroyed) return
      response.write(event({ delta: { content: text } }))
      if (script.pause) await new Promise((resolve) => setTimeout(resolve, script.pause))
    }
    await script.hold
    for (const text of script.rest ?? []) response.write(event({ delta: { content: text } }))
    if (script.cut) return void response.destroy()
    for (const [index, call] of (script.calls ?? []).entries())
      response.write(
        event({ delta: { tool_calls: [{ index, id: `call_${index}`, type: 'function', function: call }] } }),
      )
    const finish_reason = script.calls ? 'tool_calls' : 'stop'
    const usage = script.usage?.(asked.body) ?? { prompt_tokens: 100, completion_tokens: 20 }
    const total_tokens = usage.prompt_tokens + usage.completion_tokens
    response.write(event({ delta: {}, finish_reason }, { ...usage, total_tokens }))
    response.end('data: [DONE]\n\n')
  }

  #fail({ status = 500, headers = {}, body = '' }: Script, to: { authorization: string; response: ServerResponse }) {
    const message = body.replaceAll('{key}', to.authorization.replace('Bearer ', ''))
    to.response.writeHead(status, { 'content-type': 'application/json', ...headers })
    to.response.end(JSON.stringify({ error: { message } }))
  }
}

const event = (choice: object, usage?: object) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'small', choices: [{ index: 0, ...choice }], ...(usage && { usage }) })}\n\n`
