import type { BulkAction, PluginStatus } from '@atrium/sdk/documents'
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { MortalHosts } from '../../helpers/mortal-hosts.ts'
import type { PluginDirectory } from '../../helpers/plugin-directory.ts'
import { generation } from './fleet-plugin.ts'
import { askPatiently } from './patient-caller.ts'

/** What the hosts have acknowledged, and therefore must have kept. */
export interface Acknowledged {
  /** The last price of each item, by name. */
  readonly items: Map<string, number>
  /** The SHA-256 of each document, by id. */
  readonly documents: Map<number, string>
  /** The addresses of the rows of imports that are done. */
  readonly addresses: string[]
  /** Imports that were given up, because the host was killed at every try. */
  givenUp: number
  /** How often every van was sold. */
  sales: number
  /** The last generation of the plugin that served. */
  generation: number
}

export const nothing = (): Acknowledged => ({
  ...{ items: new Map(), documents: new Map(), addresses: [] },
  ...{ givenUp: 0, sales: 0, generation: 0 },
})

interface Work {
  readonly hosts: MortalHosts
  readonly fleet: PluginDirectory
  readonly acknowledged: Acknowledged
  readonly isOver: () => boolean
}

/** Changes everything that can be changed, again and again, until it is over. What has begun by then is finished. */
export async function workUntilOver(work: Work): Promise<void> {
  const { hosts } = work
  const { id: client } = await askPatiently<{ id: number }>(hosts, 'POST /api/v1/clients/clients', {
    key: 'client',
    json: { family_name: 'Client' },
  })
  const { id: type } = await askPatiently<{ id: number }>(hosts, 'POST /api/v1/clients/document-types', {
    key: 'type',
    json: { title: 'Contract', media_types: ['application/pdf'] },
  })
  await Promise.all([
    ...[1, 2, 3].map((lane) => repeat(work, (at) => writeItem(work, `item-${lane}-${at}`))),
    ...[1, 2].map((lane) => repeat(work, (at) => upload(work, { client, type, name: `${lane}-${at}` }))),
    repeat(work, (at) => importClients(work, at)),
    repeat(work, (at) => migrateAndReload(work, at)),
    repeat(work, (at) => sellAll(work, at)),
  ])
}

async function repeat({ isOver }: Work, run: (at: number) => Promise<void>): Promise<void> {
  for (let at = 1; !isOver(); at += 1) await run(at)
}

async function writeItem({ hosts, acknowledged: { items } }: Work, name: string): Promise<void> {
  const { id } = await askPatiently<{ id: number }>(hosts, 'POST /api/v1/template/items', {
    key: name,
    json: { name, price: 1 },
  })
  items.set(name, 1)
  await askPatiently(hosts, `PATCH /api/v1/template/items/${id}`, { json: { price: 2 } })
  items.set(name, 2)
}

interface Upload {
  readonly client: number
  readonly type: number
  readonly name: string
}

async function upload({ hosts, acknowledged }: Work, { client, type, name }: Upload): Promise<void> {
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)])
  const form = () => {
    const body = new FormData()
    body.append('file', new Blob([content]), `${name}.pdf`)
    body.append('type_id', String(type))
    return body
  }
  const call = `POST /api/v1/clients/clients/${client}/documents`
  const { id } = await askPatiently<{ id: number }>(hosts, call, { key: `document-${name}`, form })
  acknowledged.documents.set(id, sha256(content))
}

export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

const ROWS = 60

async function importClients({ hosts, acknowledged }: Work, at: number): Promise<void> {
  const addresses = Array.from({ length: ROWS }, (_, row) => `n${at}-${row}@x.example`)
  const rows = addresses.map((address) => `Number ${address},${address}`)
  const form = () => {
    const body = new FormData()
    body.append('file', new Blob([`family_name,email\n${rows.join('\n')}\n`]), 'list.csv')
    return body
  }
  const { id } = await askPatiently<{ id: number }>(hosts, 'POST /api/v1/clients/imports', {
    key: `import-${at}`,
    form,
  })
  for (;;) {
    const { status } = await askPatiently<{ status: string }>(hosts, `GET /api/v1/clients/imports/${id}`)
    if (status === 'done') return void acknowledged.addresses.push(...addresses)
    if (status === 'failed') return void (acknowledged.givenUp += 1)
    await pause(50)
  }
}

/** A plugin during whose load the process ended twice is quarantined, so it may have to be tried again. */
async function migrateAndReload({ hosts, fleet, acknowledged }: Work, number: number): Promise<void> {
  await fleet.write(generation(number))
  const status = () => askPatiently<PluginStatus>(hosts, 'GET /api/v1/plugins/fleet')
  for (;;) {
    const { diagnostics } = await status()
    const isQuarantined = diagnostics.some(({ code }) => code.includes('quarantine'))
    const action = isQuarantined ? 'retry' : 'reload'
    await askPatiently(hosts, `POST /api/v1/plugins/fleet/${action}`).catch(() => undefined)
    if ((await status()).state === 'active') {
      const served = await askPatiently<{ number: number }>(hosts, 'GET /api/v1/fleet/number').catch(() => undefined)
      if (served?.number === number) break
    }
    await pause(100)
  }
  acknowledged.generation = number
}

async function sellAll({ hosts, acknowledged }: Work, at: number): Promise<void> {
  const sale = { key: `sale-${at}`, json: { filter: '' } }
  const { id } = await askUntilServed<BulkAction>(hosts, 'POST /api/v1/fleet/vans/sell', sale)
  for (;;) {
    const action = await askPatiently<BulkAction>(hosts, `GET /api/v1/bulk/actions/${id}`)
    if (action.finished_at !== undefined && action.state === 'done' && action.failed === 0) break
    if (action.finished_at !== undefined) throw new Error(`The sale ended as ${JSON.stringify(action)}`)
    await pause(50)
  }
  acknowledged.sales += 1
}

/** While the plugin is quarantined or loaded, its routes are not there. */
async function askUntilServed<Body>(hosts: MortalHosts, ...call: ArgumentsOf): Promise<Body> {
  for (;;) {
    const answer = await askPatiently<Body>(hosts, ...call).catch(() => undefined)
    if (answer !== undefined) return answer
    await pause(100)
  }
}

type ArgumentsOf = Parameters<typeof askPatiently> extends [unknown, ...infer Rest] ? Rest : never
