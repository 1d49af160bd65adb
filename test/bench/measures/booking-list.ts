import { join } from 'node:path'
import { compare } from '../compare.ts'
import { fillPractice } from '../fill-practice.ts'
import { atLeast } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { load } from '../load.ts'
import { requestBytes } from '../request-bytes.ts'
import { requireSame } from '../require-same.ts'
import { startAtrium, TOKEN } from '../start-atrium.ts'
import { startServer } from '../start-server.ts'

const REFERENCE = join(import.meta.dirname, '../servers/koa-knex.mjs')
const PAGE = '_start=0&_end=25&_sort=starts_at'

/** Two lists of a receptionist: the bookings of one specialist, and the confirmed ones from today on. */
const QUERIES = {
  'of a specialist': `specialist_id=3&${PAGE}&_order=desc`,
  'to come': `status=confirmed&starts_at_gte=${new Date().toISOString().slice(0, 10)}T00:00:00.000Z&${PAGE}`,
}

/** A page of 100,000 bookings, filtered, sorted and counted, against Koa and Knex by hand on the same file. */
export async function bookingList(): Promise<Finding[]> {
  const dataDir = await fillPractice(5)
  return [...(await on('sqlite3', dataDir)), ...(await on('prebuilt', dataDir))]
}

async function on(driver: 'sqlite3' | 'prebuilt', dataDir: string): Promise<Finding[]> {
  const env = { ATRIUM_SQLITE: driver }
  await using atrium = await startAtrium({ unlimited: true, dataDir, env })
  const file = join(dataDir, 'atrium.sqlite')
  await using reference = await startServer(REFERENCE, { args: [file], env, probe: `/bookings?${PAGE}` })
  const findings: Finding[] = []
  for (const [which, query] of Object.entries(QUERIES)) {
    await requireSame(atrium.request(`/api/v1/booking/bookings?${query}`), fetch(`${reference.url}/bookings?${query}`))
    const { ratio, ...rates } = await compare(
      () => loadList(atrium.url, `/api/v1/booking/bookings?${query}`),
      () => loadList(reference.url, `/bookings?${query}`),
    )
    const note = `${rates.measured.toFixed()} / ${rates.reference.toFixed()} a second`
    const measure = `25 of 100,000 bookings ${which}, ${driver}, against Koa + Knex`
    findings.push(atLeast(measure, ratio, { wanted: 0.85, note }))
  }
  return findings
}

function loadList(url: string, path: string): Promise<number> {
  const bytes = requestBytes('GET', path, { headers: { Authorization: `Bearer ${TOKEN}` } })
  return load({ url, request: () => bytes, status: 200, connections: 16, milliseconds: 500 })
}
