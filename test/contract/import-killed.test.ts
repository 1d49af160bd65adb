import { expect } from 'chai'
import { setTimeout as pause } from 'node:timers/promises'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { type MortalHosts, startMortalHosts } from '../helpers/mortal-hosts.ts'

const ROWS = 4_000
const KILLS = 3
const CLIENTS = '/api/v1/clients/clients'

interface Import {
  id: number
  status: string
  rows_done: number
  rows_created: number
  rows_failed: number
}

/** Every hundredth row has an invalid address. */
const addressOf = (at: number) => (at % 100 === 7 ? 'nobody' : `n${at}@x.example`)

describe('A host that is killed during an import', () => {
  before('build it', () => buildPackages(root))

  // On PostgreSQL another host would take over the import after 30 s; the number of attempts is the same.
  it('creates one client for each row', async () => {
    const hosts = await startMortalHosts({ count: 1, environment: {} })
    try {
      const { id } = await begin(hosts)
      let seen = 0
      for (let kills = 0; kills < KILLS; kills++) {
        seen = (await until(hosts, id, ({ rows_done }) => rows_done > seen)).rows_done
        await hosts.kill()
      }
      const done = await until(hosts, id, ({ status }) => status === 'done' || status === 'failed')
      expect(done).to.include({ status: 'done', rows_done: ROWS, rows_failed: ROWS / 100 })
      await expectOnce(hosts)
    } finally {
      await hosts.end()
    }
  })
})

async function begin(hosts: MortalHosts): Promise<Import> {
  const rows = Array.from({ length: ROWS }, (_, at) => `Number ${at},${addressOf(at)}`)
  const body = new FormData()
  body.append('file', new Blob([`family_name,email\n${rows.join('\n')}\n`]), 'list.csv')
  const response = await hosts.request('/api/v1/clients/imports', { method: 'POST', body })
  return (await response.json()) as Import
}

async function until(hosts: MortalHosts, id: number, holds: (read: Import) => boolean): Promise<Import> {
  for (;;) {
    const read = (await (await hosts.request(`/api/v1/clients/imports/${id}`)).json()) as Import
    if (holds(read)) return read
    await pause(5)
  }
}

/** Expects as many clients as valid rows, each with its own address. */
async function expectOnce(hosts: MortalHosts): Promise<void> {
  const list = async (query: string) => hosts.request(`${CLIENTS}?${query}`)
  expect((await list('_limit=1')).headers.get('x-total-count')).to.equal(String((ROWS * 99) / 100))
  const addresses = new Set<string>()
  for (let page = 1; page <= ROWS / 500; page++) {
    const rows = (await (await list(`_page=${page}&_limit=500`)).json()) as { email: string }[]
    for (const { email } of rows) addresses.add(email)
  }
  expect(addresses.size).to.equal((ROWS * 99) / 100)
}
