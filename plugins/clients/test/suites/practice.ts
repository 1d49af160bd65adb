import type { TestHost } from '@atrium/host/testing'

/** The response to a request, with its JSON. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** A role as its form sends it. */
interface TestRole {
  readonly name: string
  readonly permissions: readonly string[]
  readonly conditions?: readonly { readonly resource: string; readonly where: string }[]
  readonly fields?: readonly { readonly resource: string; readonly hidden: readonly string[] }[]
}

/** A host with the plugin, and shortcuts for requests to it. */
export class Practice {
  readonly host: TestHost

  constructor(host: TestHost) {
    this.host = host
  }

  /** Sends a request to a path below `/api/v1/clients`. */
  async ask<Body = Record<string, unknown>>(
    method: string,
    path: string,
    { json, headers }: { json?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer<Body>> {
    const init = { method, ...(json !== undefined && { json }), ...(headers && { headers }) }
    const response = await this.host.request(`/api/v1/clients${path}`, init)
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
  }

  /** The headers of a service account whose role may do everything with clients, but does not see some of their fields. */
  async withoutFields(...hidden: string[]): Promise<Record<string, string>> {
    const name = `without-${hidden.join('-').replaceAll('_', '-')}`
    const fields = [{ resource: 'clients_clients', hidden }]
    return this.withRoles({ name, permissions: ['clients.clients.*'], fields })
  }

  /** The headers of a service account with roles of its own. It is named after the first one. */
  async withRoles(...roles: readonly TestRole[]): Promise<Record<string, string>> {
    const made = async (to: string, json: object) => {
      const response = await this.host.request(`/api/v1/platform/${to}`, { method: 'POST', json })
      return (await response.json()) as { id: string; secret: string }
    }
    const held: string[] = []
    for (const role of roles) held.push((await made('roles', { label: role.name, ...role })).id)
    const name = roles[0]?.name
    const { id } = await made('users', { name, kind: 'service', roles: held })
    const permissions = roles.flatMap((role) => role.permissions)
    const { secret } = await made('tokens', { name, user_id: id, permissions })
    return { authorization: `Bearer ${secret}` }
  }

  /** Creates and returns a client, by default the person Ada Lovelace. */
  async client(
    values: Record<string, unknown> = {},
  ): Promise<{ id: number; display_name: string } & Record<string, unknown>> {
    const kind = values.kind === 'company' ? {} : { given_name: 'Ada', family_name: 'Lovelace' }
    const { status, body } = await this.ask('POST', '/clients', { json: { ...kind, ...values } })
    if (status !== 201) throw new Error(`The client was not created: ${JSON.stringify(body)}`)
    return body as { id: number; display_name: string }
  }

  /** The ids of a list, or the values of another field. */
  async list(query: string, field = 'id'): Promise<unknown[]> {
    const { body } = await this.ask<Record<string, unknown>[]>('GET', query)
    return body.map((each) => each[field])
  }
}

/** Starts a host with the plugin on one of the supported databases. */
export type OpenPractice = () => Promise<Practice>
