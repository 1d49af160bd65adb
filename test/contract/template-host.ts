import path from 'node:path'
import type { Problem } from '@atrium/sdk/documents'
import { startTestHost } from '../../host/testing/index.ts'
import type { TestHost, TestHostOptions } from '../../host/testing/index.ts'
import { until } from '../helpers/until.ts'
import { eachDatabase } from '../helpers/databases.ts'
import { createPlatformDatabase } from '../helpers/platform-database.ts'

/** The folder of the template plugin. */
export const TEMPLATE = path.resolve(import.meta.dirname, '../../plugins/template')

/** An item as the API answers it. */
export interface Item {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly price: number
  readonly notes?: string
  readonly created_at: string
}

export type Init = RequestInit & { json?: unknown }

/** A response with its parsed body. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  /** Parsed if it is JSON, otherwise the text. */
  readonly body: Body
}

/** A host with the template plugin, for the duration of a suite. */
export interface TemplateHost {
  /** Available once the suite has begun. */
  readonly host: TestHost
  /** Sends a request with the admin token. */
  ask<Body = Problem>(path: string, init?: Init): Promise<Answer<Body>>
  /** Creates an item, with valid defaults for missing values. */
  create(values?: Partial<Item>): Promise<Item>
  /** All items, in the order of their ids. */
  items(): Promise<Item[]>
  removeAll(): Promise<void>
}

export const ITEMS = '/api/v1/template/items'

/** Starts a host with the template before the current suite, and closes it afterwards. */
export function useTemplateHost(options: TestHostOptions | (() => Promise<TestHostOptions>) = {}): TemplateHost {
  let host: TestHost
  before('start a host', async () => {
    host = await startTestHost({ plugins: [TEMPLATE], ...(typeof options === 'function' ? await options() : options) })
  })
  after('close the host', () => host.close())

  const ask: TemplateHost['ask'] = async (to, init) => read(await host.request(to, init))
  const items = async () => (await ask<Item[]>(`${ITEMS}?_sort=id&_limit=500`)).body
  return {
    get host() {
      return host
    },
    ask,
    create: async (values = {}) =>
      (await ask<Item>(ITEMS, { method: 'POST', json: { name: 'Bolt', price: 100, ...values } })).body,
    items,
    removeAll: async () => {
      const { status } = await ask(`${ITEMS}/delete`, { method: 'POST', json: { filter: '' } })
      // Many are removed in the background.
      if (status === 202) await until('no item to be left', async () => (await items()).length === 0)
    },
  }
}

/** Runs a suite on a host with the template, on SQLite with both drivers and on PostgreSQL. */
export function eachTemplateHost(suite: (template: TemplateHost) => void): void {
  describe('on sqlite3', () => suite(useTemplateHost({ sqlite: 'sqlite3' })))
  describe('on prebuilt', () => suite(useTemplateHost({ sqlite: 'prebuilt' })))
  describe('on postgres', () => suite(useTemplateHost(async () => ({ databaseUrl: await createPlatformDatabase() }))))
}

/** As `eachDatabase`: for suites above the drivers, which are the same JavaScript on both drivers of SQLite. */
export function eachTemplateDatabase(suite: (template: TemplateHost) => void): void {
  eachDatabase(({ name }) =>
    suite(
      useTemplateHost(async () =>
        name === 'postgres' ? { databaseUrl: await createPlatformDatabase() } : { sqlite: 'sqlite3' },
      ),
    ),
  )
}

/** Reads and parses a response. */
export async function read<Body>(response: Response): Promise<Answer<Body>> {
  const text = await response.text()
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson && text !== '' ? JSON.parse(text) : text) as Body,
  }
}
