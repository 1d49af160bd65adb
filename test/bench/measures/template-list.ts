import { join } from 'node:path'
import { compare } from '../compare.ts'
import { fillItems } from '../fill-items.ts'
import { atLeast } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { load } from '../load.ts'
import { requestBytes } from '../request-bytes.ts'
import { requireSame } from '../require-same.ts'
import { startAtrium, TEMPLATE_ALONE, TOKEN } from '../start-atrium.ts'
import { startServer } from '../start-server.ts'

const REFERENCE = join(import.meta.dirname, '../servers/koa-knex.mjs')
const QUERY = '?_start=0&_end=25&_sort=name'
const ROWS = 10_000

/** A page of a list, sorted and counted, against Koa and Knex by hand on the same file. */
export async function templateList(): Promise<Finding[]> {
  return [await on('sqlite3'), await on('prebuilt')]
}

async function on(driver: 'sqlite3' | 'prebuilt'): Promise<Finding> {
  const env = { ...TEMPLATE_ALONE, ATRIUM_SQLITE: driver }
  await using atrium = await startAtrium({ unlimited: true, env })
  await fillItems(atrium.dataDir, ROWS)
  const file = join(atrium.dataDir, 'atrium.sqlite')
  await using reference = await startServer(REFERENCE, { args: [file], env, probe: `/items${QUERY}` })
  await requireSame(atrium.request(`/api/v1/template/items${QUERY}`), fetch(`${reference.url}/items${QUERY}`))

  const { ratio, ...rates } = await compare(
    () => loadList(atrium.url, '/api/v1/template/items'),
    () => loadList(reference.url, '/items'),
  )
  const note = `${rates.measured.toFixed()} / ${rates.reference.toFixed()} a second`
  return atLeast(`list of 25 of 10,000, ${driver}, against Koa + Knex`, ratio, { wanted: 0.85, note })
}

function loadList(url: string, path: string): Promise<number> {
  const bytes = requestBytes('GET', path + QUERY, { headers: { Authorization: `Bearer ${TOKEN}` } })
  return load({ url, request: () => bytes, status: 200, connections: 16, milliseconds: 500 })
}
