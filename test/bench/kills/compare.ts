import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createFiles } from '../../../host/base/files/index.ts'
import type { MortalHosts } from '../../helpers/mortal-hosts.ts'
import { until } from '../../helpers/until.ts'
import type { Acknowledged } from './lanes.ts'
import { sha256 } from './lanes.ts'
import { askPatiently } from './patient-caller.ts'

/** Compares what the hosts have with what they acknowledged. Returns what is lost or was done twice, one line each. */
export async function compare(hosts: MortalHosts, acknowledged: Acknowledged): Promise<string[]> {
  return [
    ...(await compareItems(hosts, acknowledged)),
    ...(await compareDocuments(hosts, acknowledged)),
    ...(await compareClients(hosts, acknowledged)),
    ...(await compareFleet(hosts, acknowledged)),
  ]
}

async function compareItems(hosts: MortalHosts, { items }: Acknowledged): Promise<string[]> {
  const found = await all<{ name: string; price: number }>(hosts, '/api/v1/template/items')
  const prices = new Map(found.map(({ name, price }) => [name, price]))
  const lost = [...items].filter(([name, price]) => prices.get(name) !== price)
  return [
    ...lost.map(([name, price]) => `[${name}] should cost ${price}, but has ${prices.get(name) ?? 'gone'}.`),
    ...(prices.size === found.length && found.length === items.size ? [] : [`${found.length} items of ${items.size}.`]),
  ]
}

async function compareDocuments(hosts: MortalHosts, { documents }: Acknowledged): Promise<string[]> {
  const wrong: string[] = []
  for (const [id, hash] of documents) {
    const response = await hosts.request(`/api/v1/clients/documents/${id}/content`)
    const content = Buffer.from(await response.arrayBuffer())
    if (sha256(content) !== hash) wrong.push(`The document [${id}] is answered ${response.status} with other content.`)
  }
  return wrong
}

async function compareClients(hosts: MortalHosts, { addresses, givenUp }: Acknowledged): Promise<string[]> {
  const clients = await all<{ email?: string }>(hosts, '/api/v1/clients/clients')
  const counts = new Map<string, number>()
  for (const { email = '' } of clients) counts.set(email, (counts.get(email) ?? 0) + 1)
  const imported = [...counts].filter(([address]) => address !== '')
  return [
    ...addresses.flatMap((address) => (counts.has(address) ? [] : [`The row of [${address}] is lost.`])),
    ...imported.flatMap(([address, count]) => (count === 1 ? [] : [`[${address}] was imported ${count} times.`])),
    ...(givenUp > 0 || imported.length === addresses.length ? [] : [`${imported.length} rows of ${addresses.length}.`]),
  ]
}

async function compareFleet(hosts: MortalHosts, { generation, sales }: Acknowledged): Promise<string[]> {
  const { counts } = await askPatiently<{ counts: number[] }>(hosts, 'GET /api/v1/fleet/counts')
  const vans = await all<{ id: number; sold: number }>(hosts, '/api/v1/fleet/vans')
  return [
    ...(counts.length === generation ? [] : [`${counts.length} migrations of ${generation}.`]),
    ...counts.flatMap((count, at) => (count === 1 ? [] : [`The migration ${at + 1} ran ${count} times.`])),
    ...vans.flatMap(({ id, sold }) => (sold === sales ? [] : [`The van [${id}] was sold ${sold} times of ${sales}.`])),
  ]
}

/** A whole list, page by page. */
async function all<Row>(hosts: MortalHosts, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const found = await askPatiently<Row[]>(hosts, `GET ${path}?_page=${page}&_limit=500&_sort=id`)
    rows.push(...found)
    if (found.length < 500) return rows
  }
}

/**
 * Makes all files old, restarts the host, whose plugins then sweep them, and sweeps what was still arriving. Returns how many files
 * there were, and how many are left without a document.
 */
export async function sweep(
  hosts: MortalHosts,
  { documents }: Acknowledged,
): Promise<{ before: number; left: number }> {
  const [dataDir = ''] = hosts.dataDirs
  const files = () => filesBelow(join(dataDir, 'files'))
  const before = await files()
  const old = new Date(Date.now() - 2 * 24 * 60 * 60_000)
  for (const file of before) await utimes(file, old, old)
  await hosts.kill()
  await createFiles({ dataDir, database: { afterCommit: () => undefined } }).sweep()
  const isSwept = async () => (await files()).length <= documents.size
  await until('the sweep of the files', isSwept, { within: 60_000 }).catch(() => undefined)
  return { before: before.length, left: (await files()).length - documents.size }
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  // On PostgreSQL each host leaves a mark there, by which hosts know that they share the folder.
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.hosts'))
  return files.map((entry) => join(entry.parentPath, entry.name))
}
