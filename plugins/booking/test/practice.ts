import type { TestHost, TestHostOptions } from '@atrium/host/testing'

/** The answer to a request, with parsed JSON. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

type Json = Record<string, unknown>

interface Section {
  readonly entries: readonly { readonly label: string; readonly value: unknown }[]
  readonly rows: readonly Json[]
  readonly more?: Json
}

/** What a role shows of records, as its form sends it. */
export interface Limits {
  readonly conditions?: readonly { readonly resource: string; readonly where: string }[]
  readonly fields?: readonly {
    readonly resource: string
    readonly hidden?: readonly string[]
    readonly read_only?: readonly string[]
  }[]
}

/** Asks like `Practice.ask`, as somebody else. */
export type Ask = <Body = Json & { readonly id: number }>(
  method: string,
  path: string,
  json?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Body>>

/** A host with booking and clients, with short methods for tests. */
export class Practice<Host extends Pick<TestHost, 'request'> = TestHost> {
  readonly host: Host

  constructor(host: Host) {
    this.host = host
  }

  /** Requests a path below `/api/v1/booking`, or an absolute one. Asks again while the database of a slow machine is busy. */
  async ask<Body = Json>(
    method: string,
    path: string,
    json?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const init = { method, headers, ...(json !== undefined && { json }) }
    for (;;) {
      const response = await this.host.request(path.startsWith('/api/') ? path : `/api/v1/booking${path}`, init)
      const body: unknown = await response.json()
      const isBusy = response.status === 503 && (body as Json).code === 'database_busy'
      if (!isBusy) return { status: response.status, headers: response.headers, body: body as Body }
    }
  }

  /** Returns how a service account asks whose role may do everything with bookings and see clients, within these limits. */
  async limited(name: string, limits: Limits): Promise<Ask> {
    const permissions = ['booking.*', 'clients.*.view']
    const made = async (path: string, json: object) =>
      (await this.ask<{ id: string; secret: string }>('POST', `/api/v1/platform/${path}`, json)).body
    const role = await made('roles', { name, label: name, permissions, ...limits })
    const { id } = await made('users', { name, kind: 'service', roles: [role.id] })
    const { secret } = await made('tokens', { name, user_id: id, permissions })
    return (method, path, json, headers) =>
      this.ask(method, path, json, { authorization: `Bearer ${secret}`, ...headers })
  }

  /** Creates a record and returns its id. */
  async make(path: string, json: Json): Promise<number> {
    const { status, body } = await this.ask('POST', path, json)
    if (status !== 201) throw new Error(`POST ${path} failed: ${JSON.stringify(body)}`)
    return body.id as number
  }

  location = (values: Json = {}) => this.make('/locations', { name: 'Mitte', zone: 'Europe/Berlin', ...values })

  service = (values: Json = {}) => this.make('/services', { name: 'Massage', duration: 60, price: 6000, ...values })

  /** Creates a specialist who offers a service, available around the clock unless other hours are given. */
  async specialist({ service_id, hours, ...values }: Json & { service_id?: number; hours?: Json | false } = {}) {
    const location_id = values.location_id ?? (await this.location())
    const id = await this.make('/specialists', { name: 'Ada', zone: 'Europe/Berlin', location_id, ...values })
    if (service_id !== undefined) await this.make('/offers', { specialist_id: id, service_id })
    const always = { rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', opens: '00:00', closes: '24:00' }
    if (hours !== false)
      await this.make('/hours', { specialist_id: id, ...always, starts_on: '2026-01-01', ...(hours ?? {}) })
    return id
  }

  client = (values: Json = {}) =>
    this.make('/api/v1/clients/clients', { given_name: 'Grace', family_name: 'Hopper', ...values })

  /** The section of booking in a client's record. */
  async section(client_id: number): Promise<Section> {
    const { body } = await this.ask('GET', `/api/v1/clients/clients/${client_id}/record`)
    const sections = body.sections as { plugin: string; value: Section }[]
    const own = sections.find(({ plugin }) => plugin === 'booking')
    if (own === undefined)
      throw new Error(`The record has no section of booking: ${JSON.stringify(body.failed_sections)}`)
    return own.value
  }
}

/** Starts a host with the plugin on a particular database. */
export type OpenPractice = (options?: TestHostOptions) => Promise<Practice>

/** Looks again and again until something is found, or holds. */
export async function until<Value>(look: () => Value | Promise<Value>): Promise<NonNullable<Value>> {
  for (;;) {
    const value = await look()
    if (value !== undefined && value !== null && value !== false) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The pointers of a 422. */
export const pointersOf = (body: Json) => (body.details as { pointer: string }[]).map(({ pointer }) => pointer)

/** Read once, so that a test may run over midnight. */
const START = Date.now()

/** A time of day in UTC, this many days from the day on which the tests started. */
export const ahead = (days: number, time = '10:00') =>
  `${new Date(START + days * 86_400_000).toISOString().slice(0, 10)}T${time}:00.000Z`

/** The last Sunday of March or October next year, when clocks change in Berlin. */
export function lastSunday(month: 3 | 10): string {
  const last = new Date(Date.UTC(new Date().getUTCFullYear() + 1, month, 0))
  last.setUTCDate(last.getUTCDate() - last.getUTCDay())
  return last.toISOString().slice(0, 10)
}
