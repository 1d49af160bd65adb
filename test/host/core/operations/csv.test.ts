import { page } from '@atrium/sdk'
import { expect } from 'chai'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import type { AuditRow } from '../../../../host/core/operations/index.ts'
import { callerWithout, type Given, openShop, requestOf, type Shop } from './fixture.ts'

const CSV = { accept: 'text/csv' }

describe('An export as CSV', () => {
  eachDatabase((target) => {
    let shop: Shop
    before(async () => {
      shop = await openShop(target, (routes) =>
        routes
          .get('/pairs', {}, () =>
            page(
              [
                { a: 1, b: '=1' },
                { a: 2, b: 'x' },
              ],
              2,
            ),
          )
          .get('/one', {}, () => ({ a: 1 })),
      )
    })
    beforeEach(() => shop.database.knex('shop_items').delete())

    const insert = async (...rows: object[]) => {
      const filled = rows.map((row) => ({
        status: 'draft',
        price: 1,
        created_at: '2026-11-20T08:00:00.000Z',
        version: 1,
        ...row,
      }))
      await shop.database.knex.batchInsert('shop_items', filled, 100)
    }
    const lines = async (given: Given = {}, call = 'GET /items') => {
      const { body } = await shop.ask(call, { headers: CSV, ...given })
      return (await text(body as Readable)).split('\r\n').slice(0, -1)
    }

    it('has the fields of the record as columns', async () => {
      await insert({ name: 'Lamp, "big"', notes: 'two\nlines', cost: 5 })
      const { status, headers, body } = await shop.ask('GET /items', { headers: CSV })
      expect(status).to.equal(200)
      expect(headers).to.deep.equal({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="shop-items.csv"',
        'x-total-count': '1',
      })
      const [header, row] = (await text(body as Readable)).split('\r\n')
      expect(header).to.equal('\uFEFFid,name,status,price,notes,cost,created_at')
      expect(row).to.match(/^\d+,"Lamp, ""big""",draft,1,"two\nlines",5,2026-11-20T08:00:00.000Z$/)
    })

    it('is in the audit log, unless a plugin reads it in process', async () => {
      await shop.database.knex('platform_audit').delete()
      await lines()
      await lines({}, 'GET /pairs')
      await shop.perform(
        Object.assign(requestOf(shop.operations, 'GET /items', { headers: CSV }), { isInProcess: true }),
      )
      await shop.ask('GET /items')
      const rows = await shop.database.knex<AuditRow>('platform_audit').orderBy('id')
      expect(rows.map(({ operation, resource, caller_name }) => ({ operation, resource, caller_name }))).to.deep.equal([
        { operation: 'EXPORT', resource: '/api/v1/shop/items', caller_name: 'Ada' },
        { operation: 'EXPORT', resource: '/api/v1/shop/pairs', caller_name: 'Ada' },
      ])
    })

    it('contains every matching record in order, regardless of paging', async () => {
      await insert(...Array.from({ length: 1_201 }, (_, index) => ({ name: `n${10_000 + index}`, price: index })))
      const query = { _sort: 'name', _order: 'desc', price_gte: '1', _page: '2', _limit: '10' }
      const [, ...rows] = await lines({ query })
      const expected = Array.from({ length: 1_200 }, (_, index) => `n${11_200 - index}`)
      expect(rows.map((row) => row.split(',')[1])).to.deep.equal(expected)
    })

    it('prevents spreadsheets from reading texts as formulas', async () => {
      await insert({ name: '=HYPERLINK("x")', notes: '@x' }, { name: '+1-2', notes: "-2+cmd|'x'", price: -3 })
      const [, ...rows] = await lines({ query: { _sort: 'id' } })
      expect(rows[0]).to.contain(`'=HYPERLINK`).and.to.contain(`'@x`)
      expect(rows[1]).to.contain(`,'+1-2,`).and.to.contain(`,-3,'-2+cmd|'x',`)
    })

    it('prevents it for texts that begin with a line break, a tab or a full-width sign', async () => {
      const signs = ['\n', '\r', '\t', '＝', '＋', '－', '＠']
      await insert(...signs.map((sign) => ({ name: `${sign}=1+1` })))
      const text = (await lines({ query: { _sort: 'id' } })).join('\r\n')
      for (const sign of signs) expect(text).to.contain(`'${sign}=1+1`)
    })

    it('leaves phone numbers and signed numbers as they are', async () => {
      await insert({ name: '+49 (170) 123 45', notes: '-2.5' })
      expect((await lines())[1])
        .to.contain(',+49 (170) 123 45,')
        .and.to.contain(',-2.5,')
    })

    it('omits the columns that the caller may not see', async () => {
      await insert({ name: 'Lamp', cost: 987 })
      expect((await lines({ caller: callerWithout('shop.items.cost') })).join()).not.to.match(/cost|987/)
    })

    it('validates its query as strictly as the list', async () => {
      expect(await rejection(lines({ query: { colour: 'red' } }))).to.include({ code: 'query_unknown' })
    })

    it('without records is a header only', async () => {
      expect(await lines()).to.have.lengthOf(1)
    })

    it('of a page that a handler returns contains that page', async () => {
      expect(await lines({}, 'GET /pairs')).to.deep.equal(['\uFEFFa,b', "1,'=1", '2,x'])
    })

    it('is sent only if the client prefers it to JSON', async () => {
      for (const accept of ['application/json, text/csv;q=0.5', 'text/csv;q=0', '*/*', 'text/html']) {
        expect((await shop.ask('GET /items', { headers: { accept } })).body, accept).to.be.an('array')
      }
      expect((await lines({ headers: { accept: 'text/csv, */*;q=0.1' } }))[0]).to.contain('id,name')
    })

    it('is refused for a response that is not a list, unless the client accepts JSON', async () => {
      expect(await rejection(shop.ask('GET /one', { headers: CSV }))).to.include({
        code: 'not_acceptable',
        status: 406,
      })
      expect((await shop.ask('GET /one', { headers: { accept: 'text/csv, */*' } })).body).to.deep.equal({ a: 1 })
    })
  })
})
