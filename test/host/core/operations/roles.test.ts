import type { ApiError } from '@atrium/sdk'
import { expect } from 'chai'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Role } from '../../../../host/core/auth/grants.ts'
import { createPrincipal } from '../../../../host/core/auth/identity.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { openShop, type Shop } from './fixture.ts'

const TABLE = 'shop_items'
const role = (name: string, permissions: string[], rest: Partial<Role> = {}): Role => ({
  ...{ id: name, name, permissions, conditions: [], fields: [] },
  ...rest,
})
const holding = (...roles: Role[]) => createPrincipal({ id: '7', kind: 'person', name: 'Ada', roles })
const where = (condition: string) => [{ resource: TABLE, where: condition }]

const ACTIVE = role('active', ['shop.items.*'], { conditions: where('status=active') })
const DRAFTS = role('drafts', ['shop.items.view'], { conditions: where('status=draft') })
const NO_PRICE = role('no price', ['shop.items.*'], { fields: [{ resource: TABLE, hidden: ['price', 'notes'] }] })
const FIXED = role('fixed', ['shop.items.*'], { fields: [{ resource: TABLE, read_only: ['price'] }] })

describe('The roles of a caller', () => {
  eachDatabase((target) => {
    let shop: Shop
    const ids: Record<string, number> = {}
    before(async () => {
      shop = await openShop(target, (routes, { items }) =>
        routes.get('/items/{item_id}/copy', { permission: 'shop.items.view' }, async ({ params }) => ({
          row: { ...(await items.get(params.item_id)) },
        })),
      )
      for (const [name, status] of [
        ['Lamp', 'active'],
        ['Desk', 'draft'],
        ['Sofa', 'retired'],
      ] as const) {
        const body = { name, status, price: 321, notes: 'oak' }
        ids[name] = ((await shop.ask('POST /items', { body })).body as { id: number }).id
      }
    })

    const names = async (caller: ReturnType<typeof holding>, query = {}) => {
      const { body } = await shop.ask('GET /items', { caller, query })
      return (body as { name: string }[]).map(({ name }) => name)
    }
    const refusal = (call: string, given: Parameters<Shop['ask']>[1]) =>
      rejection(shop.ask(call, given)) as Promise<ApiError>

    it('together reach what one of them reaches', async () => {
      expect(await names(holding(ACTIVE))).to.deep.equal(['Lamp'])
      expect(await names(holding(ACTIVE, DRAFTS))).to.deep.equal(['Lamp', 'Desk'])
      expect(await names(holding(ACTIVE, DRAFTS), { price_gte: '400' })).to.deep.equal([])
    })

    it('reach only what meets each of their conditions, even if these name the same field', async () => {
      const both = [...where('status=active&status=draft'), ...where('status=draft&status=retired')]
      expect(await names(holding(role('both', ['shop.items.*'], { conditions: both })))).to.deep.equal(['Desk'])
      const priced = [...where('price_gte=1'), ...where('price_gte=400')]
      expect(await names(holding(role('priced', ['shop.items.*'], { conditions: priced })))).to.deep.equal([])
    })

    it('count only where they grant the operation', async () => {
      const caller = holding(ACTIVE, DRAFTS)
      expect((await shop.ask(`GET /items/${ids.Desk}`, { caller })).status).to.equal(200)
      expect(await refusal(`PATCH /items/${ids.Desk}`, { caller, body: { price: 1 } })).to.include({ status: 404 })
      expect((await shop.ask(`PATCH /items/${ids.Lamp}`, { caller, body: { price: 321 } })).status).to.equal(200)
    })

    it('reach nothing if their condition names a field that is gone', async () => {
      const broken = role('broken', ['shop.items.*'], { conditions: where('statos=active') })
      expect(await names(holding(broken))).to.deep.equal([])
      expect(await names(holding(broken, DRAFTS))).to.deep.equal(['Desk'])
    })

    it('hide fields from every answer', async () => {
      const caller = holding(NO_PRICE)
      const asked = ['GET /items', `GET /items/${ids.Lamp}`, `GET /items/${ids.Lamp}/copy`]
      for (const call of asked) {
        const { body } = await shop.ask(call, { caller })
        expect(JSON.stringify(body), call)
          .to.include('Lamp')
          .and.not.match(/price|321|notes|oak/)
      }
      const csv = await shop.ask('GET /items', { caller, headers: { accept: 'text/csv' } })
      expect(await text(csv.body as Readable))
        .to.include('Lamp')
        .and.not.match(/price|321|notes|oak/i)
      const stale = await refusal(`PATCH /items/${ids.Lamp}`, {
        caller,
        body: { name: 'Lamp' },
        headers: { 'if-match': '"0.0"' },
      })
      expect(stale.options.current).to.include({ name: 'Lamp' }).and.not.have.any.keys('price', 'notes')
    })

    it('hide fields from filters, order and search as if they were unknown', async () => {
      const caller = holding(NO_PRICE)
      for (const query of [{ price: '321' }, { price_gte: '1' }, { _sort: 'price' }]) {
        const refused = await refusal('GET /items', { caller, query })
        expect(refused).to.include({ code: 'query_unknown' })
        expect(refused.message).not.to.match(/accepts .*price|by .*price,/)
      }
      expect(await names(caller, { q: 'oak' })).to.deep.equal([])
      expect(await names(caller, { q: 'lamp' })).to.deep.equal(['Lamp'])
    })

    it('keep hidden fields as they are when the rest is written', async () => {
      const caller = holding(NO_PRICE)
      const changed = await shop.ask(`PUT /items/${ids.Lamp}`, { caller, body: { name: 'Lamp', status: 'active' } })
      expect(changed.status).to.equal(200)
      expect((await shop.ask(`GET /items/${ids.Lamp}`)).body).to.include({ price: 321, notes: 'oak' })
    })

    it('refuse to write hidden fields, and to create a record that needs one', async () => {
      const caller = holding(NO_PRICE)
      const refused = await refusal(`PATCH /items/${ids.Lamp}`, { caller, body: { price: 321 } })
      expect(refused).to.include({ code: 'permission_denied' })
      expect(refused.message).to.include('hide the field [price]')
      const created = await refusal('POST /items', { caller, body: { name: 'Chair' } })
      expect(created).to.include({ code: 'permission_denied' })
      expect(created.message).to.include('[price]')
    })

    it('show read-only fields and accept them only unchanged', async () => {
      const caller = holding(FIXED)
      const { body } = await shop.ask(`GET /items/${ids.Lamp}`, { caller })
      expect(body).to.include({ price: 321 })
      expect((await shop.ask(`PUT /items/${ids.Lamp}`, { caller, body })).status).to.equal(200)
      const refused = await refusal(`PATCH /items/${ids.Lamp}`, { caller, body: { price: 1 } })
      expect(refused).to.include({ code: 'permission_denied' })
      expect(refused.message).to.include('make read-only the field [price]')
    })

    it('show a field on the records where one of them does not hide it', async () => {
      const caller = holding(NO_PRICE, role('drafts', ['shop.items.view'], { conditions: where('status=draft') }))
      const { body } = await shop.ask('GET /items', { caller })
      const shown = (body as { name: string; price?: number }[]).map(({ name, price }) => [name, price])
      expect(shown).to.deep.equal([
        ['Lamp', undefined],
        ['Desk', 321],
        ['Sofa', undefined],
      ])
      expect(await refusal('GET /items', { caller, query: { price: '321' } })).to.include({ code: 'query_unknown' })
    })
  })
})
