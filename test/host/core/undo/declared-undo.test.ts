import { expect } from 'chai'
import { ApiError, type Caller, type Routes, table_store, Type } from '@atrium/sdk'
import { present_permission } from '@atrium/sdk/host'
import type { Database } from '../../../../host/base/db/index.ts'
import type { Outcome } from '../../../../host/core/operations/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { openUndoShop, Part, personWithout, type UndoShop } from './fixture.ts'

const EVE = personWithout('eve')

/** Crates are sealed at a price, opened again, and thrown away instead of deleted. None is opened while its notes say so. */
function crates(routes: Routes, { context }: Database): void {
  const store = table_store(context, 'shop_cases', Part, { sort: ['name'], filter: ['name'] })
  const { delete: _, ...kept } = { ...store, table: store.table, schema: store.schema, rules: store.rules }
  const offered = {
    ...kept,
    list: store.list.bind(store),
    ids: store.ids.bind(store),
    get: store.get.bind(store),
    create: store.create.bind(store),
    update: store.update.bind(store),
  }
  const open = async (id: string, price: number, if_match: string | undefined) => {
    const { notes } = await store.get(id)
    if (notes === 'Glued') throw new ApiError('crate_glued', { status: 409, detail: 'It is glued.' })
    return store.update(id, { price }, { if_match })
  }
  routes
    .records('/crates/{id}', offered, { undo: { create: 'POST /crates/{id}/discard' } })
    .post(
      '/crates/{id}/seal',
      { body: Type.Object({ price: Type.Integer() }), response: Part, if_match: true, undo: 'POST /crates/{id}/open' },
      ({ params, body, headers }) => store.update(params.id, body, { if_match: headers['if-match'] }),
    )
    .post(
      '/crates/{id}/open',
      { body: Type.Object({ price: Type.Integer() }), response: Part, if_match: true },
      ({ params, body, headers }) => open(params.id, body.price, headers['if-match']),
    )
    .post(
      '/crates/{id}/discard',
      { response: Part, if_match: true, undo: 'POST /crates/{id}/keep' },
      ({ params, headers }) => store.update(params.id, { notes: 'Discarded' }, { if_match: headers['if-match'] }),
    )
    .post('/crates/{id}/keep', { response: Part, if_match: true }, ({ params, headers }) =>
      store.update(params.id, { notes: null }, { if_match: headers['if-match'] }),
    )
    .bulk('/crates/discard', 'POST /crates/{id}/discard')
}

describe('Undo of a route that declares its opposite', () => {
  eachDriver((target) => {
    let shop: UndoShop
    before(async () => void (shop = await openUndoShop(target, { register: crates })))
    after(() => shop.close())
    const ask: UndoShop['ask'] = (...call) => shop.ask(...call)
    const create = (values: object = {}) => ask('POST /shop/crates', { body: { name: 'Crate', price: 3, ...values } })
    const idIn = ({ body }: Outcome) => (body as { id: number }).id
    const seal = (id: number, price: number) => ask(`POST /shop/crates/${id}/seal`, { body: { price } })
    const read = async (id: number) => (await ask(`GET /shop/crates/${id}`)).body as Record<string, unknown>

    it('calls the opposite with the former values that its body names, and redo repeats the route', async () => {
      const id = idIn(await create())
      const undone = await shop.undo(await seal(id, 9))
      expect(await read(id)).to.include({ price: 3 })
      const redone = await shop.undo(undone)
      expect(await read(id)).to.include({ price: 9 })
      await shop.undo(redone)
      expect(await read(id)).to.include({ price: 3 })
    })

    it('takes a creation back by the declared route, and redo calls the opposite of that', async () => {
      const made = await create()
      const undone = await shop.undo(made)
      expect(await read(idIn(made))).to.include({ notes: 'Discarded' })
      await shop.undo(undone)
      expect(await read(idIn(made))).not.to.have.property('notes')
    })

    it('undoes one change after another, back to the creation', async () => {
      const made = await create()
      const [first, second] = [await seal(idIn(made), 4), await seal(idIn(made), 5)]
      await shop.undo(second)
      await shop.undo(first)
      expect(await read(idIn(made))).to.include({ price: 3 })
      await shop.undo(made)
      expect(await read(idIn(made))).to.include({ notes: 'Discarded' })
    })

    it('is refused, and changes nothing, if the record has changed since', async () => {
      const id = idIn(await create())
      const sealed = await seal(id, 9)
      await ask(`PATCH /shop/crates/${id}`, { body: { tags: ['new'] }, caller: EVE })
      expect(await rejection(shop.undo(sealed))).to.include({ code: 'undo_outdated', status: 409 })
      expect(await read(id)).to.include({ price: 9 })
    })

    it('answers what the opposite refuses, changes nothing, and can be tried again', async () => {
      const id = idIn(await create({ notes: 'Glued' }))
      const sealed = await seal(id, 9)
      expect(await rejection(shop.undo(sealed))).to.include({ code: 'crate_glued', status: 409 })
      expect(await read(id)).to.include({ price: 9 })
      await shop.undo(await ask(`PATCH /shop/crates/${id}`, { body: { notes: null } }))
      expect(await rejection(shop.undo(sealed))).to.include({ code: 'crate_glued' })
    })

    it('is offered to those who may call the opposite, and needs that right when it is done', async () => {
      const id = idIn(await create())
      const unable = personWithout('ada', 'shop.crates.open')
      const theirs = await ask(`POST /shop/crates/${id}/seal`, { body: { price: 4 }, caller: unable })
      expect(theirs.headers).not.to.have.property('undo')
      const sealed = await seal(id, 9)
      expect(await rejection(shop.undo(sealed, { caller: unable }))).to.include({ code: 'permission_denied' })
      expect(await read(id)).to.include({ price: 9 })
    })

    it('is not offered to those whose roles do not reach the record for the opposite', async () => {
      const opens = (where: string): Caller => ({
        ...personWithout('ada'),
        scope: (_, permission = present_permission()) =>
          permission === 'shop.crates.open' ? [{ where, hidden: [], read_only: [] }] : undefined,
      })
      for (const [where, isOffered] of [
        ['price_lte=9', true],
        ['price_lte=8', false],
        ['price=9', false],
      ] as const) {
        const to = `POST /shop/crates/${idIn(await create())}/seal`
        const { headers } = await ask(to, { body: { price: 9 }, caller: opens(where) })
        expect('undo' in headers, where).to.equal(isOffered)
      }
    })

    it('is not offered of a call that changes nothing, and happens once', async () => {
      const id = idIn(await create())
      expect((await seal(id, 3)).headers).not.to.have.property('undo')
      const sealed = await seal(id, 9)
      await shop.undo(sealed)
      expect(await rejection(shop.undo(sealed))).to.include({ code: 'undo_over', status: 410 })
    })

    it('takes all calls of a bulk route back', async () => {
      const ids = [idIn(await create()), idIn(await create())]
      await shop.undo(await ask('POST /shop/crates/discard', { body: { ids } }))
      for (const id of ids) expect(await read(id)).not.to.have.property('notes')
    })
  })
})
