import { setTimeout as pause } from 'node:timers/promises'
import { ExternalSystem, says } from '../../../plugins/ai-agents/test/external-system.ts'
import { type AuthorizationServer, CLIENT, startAuthorizationServer } from '../../helpers/authorization-server.ts'
import { RedirectFollower } from '../../helpers/identity-provider.ts'
import { type MortalHosts, send } from '../../helpers/mortal-hosts.ts'

const AGENTS = '/api/v1/ai-agents'
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

type Json = Record<string, unknown>

/** Milliseconds after which a call that has not ended hangs. */
const PATIENCE = 90_000

/** How a chat that calls the tool ended: `ok`, the code of an error, or `hangs`. */
export interface End {
  readonly end: string
  readonly seconds: number
}

/** A connector with OAuth to a real MCP server behind a real authorization server, on hosts in their own processes, and an agent with its tool. */
export class SignedInConnector implements AsyncDisposable {
  readonly server: AuthorizationServer
  readonly #hosts: MortalHosts
  readonly #close: () => void
  #id = 0
  #agent = 0

  private constructor(server: AuthorizationServer, hosts: MortalHosts, close: () => void) {
    this.server = server
    this.#hosts = hosts
    this.#close = close
  }

  static async open(hosts: MortalHosts): Promise<SignedInConnector> {
    const redirectUris = [`${hosts.urls[0]}${AGENTS}/connectors/1/auth/callback`]
    let close = () => undefined as void
    const server = await startAuthorizationServer({ redirectUris, atEnd: (end) => void (close = end) })
    const system = new ExternalSystem()
    const annotations = { readOnlyHint: true }
    system.tools = [{ name: 'find', description: 'Find a client', annotations, run: () => says('Ada is a client.') }]
    server.system = system.handle
    const opened = new SignedInConnector(server, hosts, close)
    await opened.#prepare()
    return opened
  }

  async #prepare() {
    const values = { title: 'CRM', prefix: 'crm', kind: 'mcp', url: this.server.api, auth: 'oauth', ...CLIENT }
    this.#id = (await this.#ask('POST', '/connectors', values)).id as number
    await this.connect()
    await this.#ask('POST', `/connectors/${this.#id}/refresh`)
    const [tool] = (await this.#ask('GET', `/connector-tools?connector_id=${this.#id}`)) as unknown as Json[]
    await this.#ask('POST', `/connector-tools/${String(tool?.id)}/accept`, { only_reads: true })
    const { id: credential_id } = await this.#ask('POST', '/credentials', { name: 'Offline', kind: 'offline' })
    const tools = [{ tool: 'crm-*', policy: 'allow' }]
    const agent = { name: 'Caller', credential_id, connectors: [this.#id], tools }
    this.#agent = (await this.#ask('POST', '/agents', agent)).id as number
  }

  /** As a person does in a browser: to the authorization server, and back. */
  async connect(): Promise<void> {
    const [url] = this.#hosts.urls
    const answer = await send(`${url}${AGENTS}/connectors/${this.#id}/auth`, { method: 'POST' })
    const { authorization_url } = (await answer.json()) as { authorization_url: string }
    const back = await new RedirectFollower().follow(authorization_url, ({ href }) => href.startsWith(url ?? ''))
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    await send(back.href, { headers: { ...BROWSER, cookie }, redirect: 'manual' })
    const status = await this.status()
    if (status !== 'connected') throw new Error(`The connector is [${status}] after the visit.`)
  }

  async status(): Promise<string> {
    return (await this.#ask('GET', `/connectors/${this.#id}`)).auth_status as string
  }

  /** Chats on hosts, that are ready to be asked. */
  async chats(hosts: readonly number[]): Promise<Chat[]> {
    const begun = []
    for (const host of hosts) {
      const { id } = await this.#ask('POST', '/conversations', { agent_id: this.#agent })
      begun.push({ host, id: String(id) })
    }
    return begun
  }

  /** Has a chat call the tool. The host that was asked may be gone before it has answered; another one then says how it ended. */
  async call({ host, id }: Chat): Promise<End> {
    const begun = Date.now()
    const to = `${AGENTS}/conversations/${id}`
    const json = { text: '/crm-find {}' }
    const sent = await send(`${this.#hosts.urls[host]}${to}/messages`, { method: 'POST', json }).catch(() => undefined)
    if (sent === undefined) return { end: 'not sent', seconds: 0 }
    const { code = '' } = sent.ok ? {} : ((await sent.json().catch(() => ({}))) as { code?: string })
    if (sent.ok) await sent.body?.cancel()
    const seconds = () => (Date.now() - begun) / 1_000
    if (!sent.ok) return { end: `answered ${sent.status} ${code}`, seconds: seconds() }
    for (; seconds() < PATIENCE / 1_000; await pause(300)) {
      const frames = await this.#frames(to)
      const result = frames.find(({ type }) => type === 'chat.tool_result')?.payload
      const failed = frames.find(({ type }) => type === 'chat.error')?.payload
      if (result) return { end: result.ok ? 'ok' : codeOf(result.summary), seconds: seconds() }
      if (failed) return { end: failed.code ?? 'unknown', seconds: seconds() }
    }
    return { end: 'hangs', seconds: seconds() }
  }

  async #frames(to: string): Promise<Frame[]> {
    const answer = await this.#hosts.request(`${to}/frames`).catch(() => undefined)
    return answer?.ok ? ((await answer.json().catch(() => [])) as Frame[]) : []
  }

  async #ask(method: string, path: string, json?: object): Promise<Json> {
    const answer = await this.#hosts.request(`${AGENTS}${path}`, { method, ...(json && { json }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`[${path}] answered ${answer.status}: ${text}`)
    return JSON.parse(text === '' ? '{}' : text) as Json
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close()
  }
}

export interface Chat {
  readonly host: number
  readonly id: string
}

interface Frame {
  readonly type: string
  readonly payload: { readonly ok?: boolean; readonly summary?: string; readonly code?: string }
}

const codeOf = (summary = '') => /^[a-z_]+/.exec(summary)?.[0] ?? 'unknown'
