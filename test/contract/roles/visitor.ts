import type { TestHost } from '../../../host/testing/index.ts'
import { type Agent, connectAgent } from '../../helpers/connect-agent.ts'
import { openSocket, type TestSocket } from '../../helpers/test-socket.ts'
import { patiently, type Reading, type Visitor, withoutIds } from './doors.ts'

/** A person at every kind of door. Connections are made when they are first needed. */
export class TokenVisitor implements Visitor, AsyncDisposable {
  readonly #host: TestHost
  readonly #token: string
  readonly #toolsets: string
  #agent: Promise<Agent> | undefined
  #socket: Promise<TestSocket> | undefined

  constructor(host: TestHost, { token, owners }: { token: string; owners: readonly string[] }) {
    this.#host = host
    this.#token = token
    this.#toolsets = owners.join(',')
  }

  ask(path: string, { headers, ...init }: Parameters<Visitor['ask']>[1] = {}): Promise<Reading> {
    const authorization = `Bearer ${this.#token}`
    return patiently(path, async () => {
      const answer = await this.#host.request(path, { ...init, headers: { authorization, ...headers } })
      // A count may be the same number as an amount that is not visible; that figures stay the same is compared nevertheless.
      const figures = Buffer.from(answer.headers.get('x-summary') ?? '').toString('base64')
      return { status: answer.status, text: withoutIds(await answer.text()) + figures }
    })
  }

  asOperator(path: string): Promise<Reading> {
    return new TokenVisitor(this.#host, { token: this.#host.token, owners: [] }).ask(path)
  }

  agent(): Promise<Agent> {
    const { url } = this.#host
    this.#agent ??= connectAgent('pinned', { url, token: this.#token, query: `?toolsets=${this.#toolsets}` })
    return this.#agent
  }

  socket(): Promise<TestSocket> {
    const headers = { authorization: `Bearer ${this.#token}` }
    this.#socket ??= openSocket(`${this.#host.url.replace('http', 'ws')}/api/v1/ws`, { headers })
    return this.#socket
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#agent)?.[Symbol.asyncDispose]()
    ;(await this.#socket)?.socket.close()
  }
}
