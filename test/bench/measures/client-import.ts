import { setTimeout as pause } from 'node:timers/promises'
import { atLeast, atMost } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { residentMemory } from '../resident-memory.ts'
import { COUNTED, hostMemory } from '../soak/host-memory.ts'
import { type Atrium, startAtrium, TOKEN } from '../start-atrium.ts'

const ROWS = 50_000

/** The shares of the rows at which the heap is measured: after everything that is created once, and near the end. */
const EARLY = 0.2
const LATE = 0.9

/** Milliseconds between two requests for the state of an import. */
const TICK = 100

interface Import {
  readonly status: string
  readonly rows_done: number
  readonly rows_created: number
  readonly problem?: string
}

/** Imports a CSV file of 50,000 clients: rows per second, and whether memory grows with the number of rows. */
export async function clientImport(): Promise<Finding[]> {
  return [...(await speed()), ...(await memory())]
}

async function speed(): Promise<Finding[]> {
  await using atrium = await startAtrium()
  const before = await residentMemory(atrium.pid)
  let peak = before
  const begun = performance.now()
  const location = await upload(atrium)
  await until(atrium, location, 1, async () => {
    peak = Math.max(peak, await residentMemory(atrium.pid))
  })
  const seconds = (performance.now() - begun) / 1000
  const note = `${before.toFixed()} → ${peak.toFixed()} MB`
  return [
    atLeast('import of 50,000 clients, rows a second', ROWS / seconds, { wanted: 500, digits: 0 }),
    atMost('import of 50,000 clients, more memory at most', peak - before, {
      wanted: 200,
      unit: ' MB',
      digits: 0,
      note,
    }),
  ]
}

/** The heap after forced collections. They take time, so the speed is measured in another run. */
async function memory(): Promise<Finding[]> {
  await using atrium = await startAtrium({ ...COUNTED })
  const location = await upload(atrium)
  await until(atrium, location, EARLY)
  const early = await hostMemory(atrium)
  await until(atrium, location, LATE)
  const late = await hostMemory(atrium)
  await until(atrium, location, 1)
  const grown = (late.heap - early.heap) / 1e6
  const note = `${(early.heap / 1e6).toFixed(1)} → ${(late.heap / 1e6).toFixed(1)} MB, at 20 % and at 90 %`
  return [atMost('import of 50,000 clients, growth of the heap', grown, { wanted: 10, unit: ' MB', note })]
}

/** @returns the path of the import */
async function upload({ url }: Atrium): Promise<string> {
  const body = new FormData()
  body.set('file', new Blob([...csv()], { type: 'text/csv' }), 'clients.csv')
  const headers = { authorization: `Bearer ${TOKEN}` }
  const response = await fetch(`${url}/api/v1/clients/imports`, { method: 'POST', headers, body })
  if (response.status !== 201) throw new Error(`The file was not taken: ${await response.text()}`)
  return response.headers.get('location') ?? ''
}

function* csv(): Generator<string> {
  yield 'given_name,family_name,email,phone,tags,street,postal_code,city,country\n'
  for (let row = 0; row < ROWS; row += 1) {
    const number = String(row).padStart(5, '0')
    yield `Ada${number},Family ${(row * 7919) % ROWS},ada${number}@example.com,+4930${2_310_0000 + row},regular;vip,Torstraße ${row % 200},10119,Berlin,DE\n`
  }
}

/** Waits until this share of the rows is done. */
async function until(
  atrium: Atrium,
  location: string,
  share: number,
  look: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (;;) {
    const { status, rows_done, rows_created, problem } = (await (await atrium.request(location)).json()) as Import
    await look()
    if (status === 'failed') throw new Error(`The import failed: ${problem ?? ''}`)
    if (status === 'done' && rows_created !== ROWS) throw new Error(`Only ${rows_created} clients were made.`)
    if (status === 'done' || (share < 1 && rows_done >= share * ROWS)) return
    await pause(TICK)
  }
}
