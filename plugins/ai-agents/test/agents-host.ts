import { startTestHost, type TestHost, type TestHostOptions } from '@atrium/host/testing'
import path from 'node:path'

const PLUGINS = path.dirname(path.dirname(import.meta.dirname))
const PANELS = [
  { id: 'operations', title: 'Operations' },
  { id: 'agents', title: 'Agents' },
  { id: 'admin', title: 'Administration' },
]

type Json = Record<string, unknown>

/** The answer to a request, with parsed JSON. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** A host with agents, with short methods for tests. */
export class AgentsHost {
  readonly host: TestHost

  constructor(host: TestHost) {
    this.host = host
  }

  /** Requests a path below `/api/v1/ai-agents`, or an absolute one. */
  async ask<Body = Json>(method: string, to: string, json?: unknown, headers: Record<string, string> = {}) {
    const init = { method, headers, ...(json !== undefined && { json }) }
    const response = await this.host.request(to.startsWith('/api/') ? to : `/api/v1/ai-agents${to}`, init)
    const text = await response.text()
    const body = (text === '' ? undefined : JSON.parse(text)) as Body
    return { status: response.status, headers: response.headers, body } satisfies Answer<Body>
  }

  /** Creates a record and returns its id. */
  async make(to: string, json: Json): Promise<number> {
    const { status, body } = await this.ask('POST', to, json)
    if (status !== 201) throw new Error(`POST ${to} failed: ${JSON.stringify(body)}`)
    return body.id as number
  }

  credential = (values: Json = {}) => this.make('/credentials', { name: fresh('Offline'), kind: 'offline', ...values })

  async agent(values: Json = {}): Promise<number> {
    const credential_id = values.credential_id ?? (await this.credential())
    return this.make('/agents', { name: fresh('Helper'), credential_id, ...values })
  }
}

let count = 0

/** A name that no other record has. */
export const fresh = (name: string) => `${name} ${++count}`

/** Starts a host with this plugin and others of the repository. Its plugins may reach the servers of the tests, at 127.0.0.1. */
export async function openAgents({
  others = [],
  ...options
}: TestHostOptions & { others?: readonly string[] } = {}): Promise<AgentsHost> {
  const plugins = [...others, 'ai-agents'].map((id) => path.join(PLUGINS, id))
  return new AgentsHost(await startTestHost({ panels: PANELS, plugins, egressAllow: ['127.0.0.1'], ...options }))
}

/** Starts a host on a particular database. */
export type OpenAgents = typeof openAgents

/** The pointers of a 422. */
export const pointersOf = (body: Json) => ((body.details ?? []) as { pointer: string }[]).map(({ pointer }) => pointer)
