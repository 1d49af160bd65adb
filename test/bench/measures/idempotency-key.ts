import { compare } from '../compare.ts'
import { atLeast } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { load } from '../load.ts'
import { requestBytes } from '../request-bytes.ts'
import { startAtrium, TOKEN } from '../start-atrium.ts'

const PATH = '/api/v1/template/items'
const ITEM = { name: 'Kettle', status: 'active', price: 4900 }
const AUTHORIZATION = { Authorization: `Bearer ${TOKEN}` }

/** Creating records with a new key each time, against creating them without a key. */
export async function idempotencyKey(): Promise<Finding[]> {
  await using atrium = await startAtrium({ unlimited: true })
  return [await withConnections(1), await withConnections(16)]

  async function withConnections(connections: number): Promise<Finding> {
    const create = (request: () => Buffer) =>
      load({ url: atrium.url, status: 201, connections, milliseconds: 500, request })
    const { ratio, ...rates } = await compare(
      () => create(withKey),
      () => create(() => WITHOUT_KEY),
    )
    const note = `${rates.measured.toFixed()} / ${rates.reference.toFixed()} a second`
    const how = connections === 1 ? 'one after the other' : `${connections} in parallel`
    return atLeast(`create with Idempotency-Key against without, ${how}`, ratio, { wanted: 0.7, note })
  }
}

const WITHOUT_KEY = requestBytes('POST', PATH, { headers: AUTHORIZATION, json: ITEM })

let keys = 0

function withKey(): Buffer {
  keys += 1
  return requestBytes('POST', PATH, { headers: { ...AUTHORIZATION, 'Idempotency-Key': `key-${keys}` }, json: ITEM })
}
