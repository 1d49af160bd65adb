import { createServer, type Server } from 'node:http'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { PluginStatus, Problem } from '@atrium/sdk/documents'
import { expect } from 'chai'
import type { DataProvider } from 'ra-core'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { jsonServerProviderOf } from './json-server-provider.ts'
import { type Init, ITEMS, read, TEMPLATE } from './template-host.ts'

const root = path.resolve(import.meta.dirname, '../..')
const COURIER = path.join(root, 'test/fixtures/plugins/courier')
const PARCELS = '/api/v1/courier/parcels'

interface Parcel {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly note?: string
}

/** Another system that keeps parcels: it lists all of them, reads, creates, writes whole ones and deletes. */
class Courier {
  readonly parcels = new Map<number, Parcel>()
  readonly asked: string[] = []
  /** What happens before an answer; `false`: the answer is 500, although what was asked for was done. */
  beforeAnswer: () => Promise<boolean> = async () => true
  readonly #server: Server = createServer((request, response) => {
    const { method = '', url = '' } = request
    void text(request).then(async (body) => {
      const answer = this.#answer(method, Number(url.split('/')[2]), body)
      this.asked.push(method)
      response.statusCode = (await this.beforeAnswer()) ? (answer === undefined ? 404 : 200) : 500
      response.end(JSON.stringify(answer ?? null))
    })
  })

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #answer(method: string, id: number, body: string): unknown {
    if (method === 'POST') return this.#keep({ ...(JSON.parse(body) as Parcel), id: this.asked.length + 1 })
    if (method === 'GET' && id === 0) return [...this.parcels.values()]
    const parcel = this.parcels.get(id)
    if (parcel !== undefined && method === 'PUT') return this.#keep({ ...(JSON.parse(body) as Parcel), id })
    if (method === 'DELETE') this.parcels.delete(id)
    return parcel
  }

  #keep(parcel: Parcel): Parcel {
    this.parcels.set(parcel.id, parcel)
    return parcel
  }
}

describe('A store over an external API', () => {
  let courier: Courier
  let host: TestHost
  let provider: DataProvider
  before(async () => {
    courier = new Courier()
    const address = await courier.listen()
    host = await startTestHost({
      plugins: [COURIER, TEMPLATE],
      settings: { courier: { address } },
      egressAllow: ['127.0.0.1'],
    })
    provider = jsonServerProviderOf(host, 'courier')
  })
  after(async () => {
    await host.close()
    courier.close()
  })
  beforeEach(() => {
    courier.parcels.clear()
    courier.asked.length = 0
    courier.beforeAnswer = async () => true
  })

  const ask = async <Body = Problem>(to: string, init?: Init) => read<Body>(await host.request(to, init))
  const create = async (name: string, status = 'packed') =>
    (await provider.create<Parcel>('parcels', { data: { name, status } })).data
  const pagination = { page: 1, perPage: 2 }
  const sort = { field: 'name', order: 'ASC' } as const

  it('is the example of the SDK', () => {
    const readme = readFileSync(path.join(root, 'sdk/README.md'), 'utf8')
    expect(readme).to.contain(readFileSync(path.join(COURIER, 'src/parcels.ts'), 'utf8'))
  })

  describe('for ra-data-json-server, as it comes from npm,', () => {
    let made: Parcel[]
    beforeEach(async () => {
      made = []
      for (const name of ['Anvil', 'Bell', 'Candle']) made.push(await create(name))
    })

    it('lists sorted pages of matching records, with the total', async () => {
      const first = await provider.getList<Parcel>('parcels', { pagination, sort, filter: {} })
      expect(first).to.deep.equal({ data: made.slice(0, 2), total: 3 })
      const found = await provider.getList<Parcel>('parcels', {
        pagination,
        sort,
        filter: { q: 'bell', status: 'packed' },
      })
      expect(found).to.deep.equal({ data: made.slice(1, 2), total: 1 })
    })

    it('gets one and many', async () => {
      const [anvil, , candle] = made as [Parcel, Parcel, Parcel]
      expect(await provider.getOne<Parcel>('parcels', { id: anvil.id })).to.deep.equal({ data: anvil })
      const many = await provider.getMany<Parcel>('parcels', { ids: [anvil.id, candle.id] })
      expect(many).to.deep.equal({ data: [anvil, candle] })
      const reference = { target: 'status', id: 'packed', pagination, sort, filter: {} }
      expect(await provider.getManyReference<Parcel>('parcels', reference)).to.deep.equal({
        data: made.slice(0, 2),
        total: 3,
      })
    })

    it('creates, updates and deletes', async () => {
      const [anvil, bell, candle] = made as [Parcel, Parcel, Parcel]
      const data = { ...anvil, name: 'Anchor' }
      expect(await provider.update<Parcel>('parcels', { id: anvil.id, data, previousData: anvil })).to.deep.equal({
        data,
      })
      await provider.updateMany<Parcel>('parcels', { ids: [bell.id], data: { name: 'Bell', status: 'sent' } })
      expect(await provider.delete<Parcel>('parcels', { id: candle.id, previousData: candle })).to.deep.equal({
        data: candle,
      })
      expect([...courier.parcels.values()]).to.deep.equal([data, { ...bell, status: 'sent' }])
      await provider.deleteMany<Parcel>('parcels', { ids: [anvil.id, bell.id] })
      expect(courier.parcels.size).to.equal(0)
    })
  })

  it('refuses unknown filters and invalid records by name, and unknown ids', async () => {
    const { status, body } = await ask(`${PARCELS}?colour=red`)
    expect([status, body.code]).to.deep.equal([400, 'query_unknown'])
    expect(body.detail).to.contain('[colour]')
    expect((await ask(PARCELS, { method: 'POST', json: { name: '', status: 'lost' } })).body.errors).to.have.keys(
      'name',
      'status',
    )
    expect((await ask(`${PARCELS}/77`)).body.code).to.equal('record_not_found')
    expect((await ask(`${PARCELS}/x`)).body.code).to.equal('record_not_found')
  })

  it('exports all records as CSV', async () => {
    await create('Anvil')
    const { body } = await ask<string>(PARCELS, { headers: { accept: 'text/csv' } })
    expect(body).to.contain('name').and.to.contain('Anvil')
  })

  it('merges a PATCH, and answers a stale If-Match with 412 and the current record', async () => {
    const { id } = await create('Anvil')
    const one = `${PARCELS}/${id}`
    const etag = (await ask(one)).headers.get('etag') ?? ''
    expect(etag).to.match(/^"[^"]+"$/)
    const change = (json: object) =>
      ask<Parcel & Problem>(one, { method: 'PATCH', json, headers: { 'if-match': etag } })
    const changed = await change({ note: 'heavy' })
    expect(changed.body).to.deep.equal({ id, name: 'Anvil', status: 'packed', note: 'heavy' })
    const stale = await change({ note: null })
    expect([stale.status, stale.body.code]).to.deep.equal([412, 'version_mismatch'])
    expect(stale.body.current).to.deep.equal(changed.body)
    expect(stale.headers.get('etag')).to.equal(changed.headers.get('etag'))
    const removal = { method: 'DELETE', headers: { 'if-match': etag } }
    expect((await ask(one, removal)).status).to.equal(412)
    expect(courier.parcels.size).to.equal(1)
  })

  it('loses no change if two callers change different fields at once', async () => {
    const { id } = await create('Anvil')
    const change = (json: object) => ask(`${PARCELS}/${id}`, { method: 'PATCH', json })
    await Promise.all([change({ note: 'heavy' }), change({ status: 'sent' })])
    expect(courier.parcels.get(id)).to.include({ note: 'heavy', status: 'sent' })
  })

  it('keeps nobody from changing the database while the other system is slow, and is no finding', async () => {
    courier.beforeAnswer = async () => {
      courier.beforeAnswer = async () => true
      return (await ask(ITEMS, { method: 'POST', json: { name: 'Bolt', price: 1 } })).status === 201
    }
    await create('Anvil')
    expect((await ask<PluginStatus>('/api/v1/plugins/courier')).body.runtime).to.equal(undefined)
  })

  it('creates once per Idempotency-Key, and says so if nobody knows whether it did', async () => {
    const send = (key: string) =>
      ask<Parcel & Problem>(PARCELS, { method: 'POST', json: { name: 'Anvil' }, headers: { 'idempotency-key': key } })
    const first = await send('a')
    const second = await send('a')
    expect([second.status, second.body]).to.deep.equal([201, first.body])
    expect(second.headers.get('idempotency-replayed')).to.equal('true')
    courier.beforeAnswer = async () => false
    expect((await send('b')).body.code).to.equal('courier_failed')
    courier.beforeAnswer = async () => true
    expect((await send('b')).body.code).to.equal('idempotency_outcome_unknown')
    expect(courier.parcels.size).to.equal(2)
  })
})
