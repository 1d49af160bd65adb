import { expect } from 'chai'
import type { Caller } from '@atrium/sdk'
import { type Access, present_permission, seeded_random } from '@atrium/sdk/host'
import { reopenJob } from '../../../../host/core/jobs/job-table.ts'
import type { Outcome } from '../../../../host/core/operations/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'
import { openUndoShop, personWithout, type UndoShop } from './fixture.ts'

const EVE = personWithout('eve')

/** Somebody whose roles limit the parts. @param by the records that a permission reaches, if they are others */
const limitedTo = (limit: Partial<Access>, by: Readonly<Record<string, string>> = {}): Caller => ({
  ...personWithout('eve'),
  scope: (table, permission = present_permission()) =>
    table === 'shop_parts' ? [{ where: by[permission ?? ''] ?? '', hidden: [], read_only: [], ...limit }] : undefined,
})

/** How many random sequences are undone on each database. */
const SEQUENCES = Number(process.env['ATRIUM_UNDO_SEQUENCES'] ?? 5)

describe('Undo', function () {
  this.timeout(Math.max(600_000, SEQUENCES * 10_000))

  eachDriver((target) => {
    let shop: UndoShop
    /** Others are told of its changes when the tests are over. */
    let patient: UndoShop
    before(async () => {
      patient = await openUndoShop(target, { seconds: 600 })
      shop = await openUndoShop(target, {
        register: (routes) =>
          routes
            .post('/parts/{part_id}/stop', {}, () => ({ stopped: true }))
            .bulk('/parts/stop', 'POST /parts/{part_id}/stop'),
      })
    })
    after(() => Promise.all([shop.close(), patient.close()]))
    const ask: UndoShop['ask'] = (...call) => shop.ask(...call)
    const create = (values: object = {}) => ask('POST /shop/parts', { body: { name: 'Nut', ...values } })
    const change = (id: number, body: object) => ask(`PATCH /shop/parts/${id}`, { body })
    const idIn = ({ body }: Outcome) => (body as { id: number }).id
    const read = async (id: number) => (await ask(`GET /shop/parts/${id}`)).body as Record<string, unknown>

    it('brings random sequences of changes back to the start, again to the end, and back once more', async () => {
      for (let seed = 1; seed <= SEQUENCES; seed += 1) await undoSequence(shop, seed)
    })

    it('brings a deleted record back as it was, with its id, its ETag and what only the host writes', async () => {
      const made = await create({ notes: 'Small', cost: 3, size: { width: 1 } })
      const deleted = await ask(`DELETE /shop/parts/${idIn(made)}`)
      await shop.undo(deleted)
      const { body, headers } = await ask(`GET /shop/parts/${idIn(made)}`)
      expect(body).to.deep.equal(made.body)
      expect(headers['etag']).to.equal(made.headers['etag'])
    })

    it('removes the members of an object that the change has added', async () => {
      const id = idIn(await create({ size: { width: 1 } }))
      await shop.undo(await change(id, { size: { height: 2, unit: 'mm' } }))
      expect(await read(id))
        .to.have.property('size')
        .that.deep.equals({ width: 1 })
    })

    it('is refused, and changes nothing, if the record has changed since', async () => {
      const id = idIn(await create())
      const first = await change(id, { price: 1 })
      await ask(`PATCH /shop/parts/${id}`, { body: { notes: 'Mine' }, caller: EVE })
      expect(await rejection(shop.undo(first))).to.include({ code: 'undo_outdated', status: 409 })
      expect(await read(id)).to.include({ price: 1, notes: 'Mine' })
      await ask(`DELETE /shop/parts/${id}`)
      expect(await rejection(shop.undo(first))).to.include({ code: 'undo_outdated' })
    })

    it('is possible after the later change of somebody else is undone', async () => {
      const id = idIn(await create())
      const mine = await change(id, { price: 1 })
      const theirs = await ask(`PATCH /shop/parts/${id}`, { body: { price: 2 }, caller: EVE })
      await shop.undo(theirs, { caller: EVE })
      await shop.undo(mine)
      expect(await read(id)).to.include({ price: 0 })
    })

    it('happens once, however often and from wherever it is asked for', async () => {
      const id = idIn(await create())
      const changed = await change(id, { price: 5 })
      const answers = await Promise.allSettled([shop.undo(changed), shop.undo(changed), shop.undo(changed)])
      expect(answers.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1)
      for (const answer of answers)
        if (answer.status === 'rejected') expect(answer.reason).to.include({ code: 'undo_over', status: 410 })
      expect(await read(id)).to.include({ price: 0 })
    })

    it('belongs to whoever made the change: for others there is none', async () => {
      const changed = await change(idIn(await create()), { price: 5 })
      expect(await rejection(shop.undo(changed, { caller: EVE }))).to.include({ code: 'record_not_found', status: 404 })
      const { body } = await ask('GET /platform/undo', { caller: EVE })
      expect((body as { address: string }[]).map(({ address }) => address)).not.to.include(changed.headers['undo'])
    })

    it('needs the rights that the opposite change needs at that moment, also for its fields', async () => {
      const id = idIn(await create({ cost: 3 }))
      const changed = await change(id, { cost: 4 })
      const deleted = await ask(`DELETE /shop/parts/${id}`)
      const unsighted = personWithout('ada', 'shop.parts.cost')
      expect(await rejection(shop.undo(deleted, { caller: unsighted }))).to.include({ code: 'permission_denied' })
      expect(await rejection(shop.undo(deleted, { caller: personWithout('ada', 'shop.parts.create') }))).to.include({
        code: 'permission_denied',
      })
      await shop.undo(deleted)
      expect(await rejection(shop.undo(changed, { caller: unsighted }))).to.include({ code: 'permission_denied' })
      expect(await read(id)).to.include({ cost: 4 })
    })

    it('is not offered to those who may not make the opposite change, nor of what cannot be taken back as a whole', async () => {
      const made = await ask('POST /shop/parts', {
        body: { name: 'Pin' },
        caller: personWithout('eve', 'shop.parts.delete'),
      })
      expect(made.headers).not.to.have.property('undo')
      const box = await ask('POST /shop/boxes', { body: { name: 'Box' } })
      expect(box.headers).to.have.property('undo')
      // Nobody knows what a plugin's own code does after a deletion.
      expect((await ask(`DELETE /shop/boxes/${idIn(box)}`)).headers).not.to.have.property('undo')
      expect((await change(idIn(made), { name: 'Pin' })).headers).not.to.have.property('undo')
      expect((await ask(`POST /shop/parts/${idIn(made)}/stop`)).headers).not.to.have.property('undo')
    })

    it('is not offered to those whose roles would refuse the opposite change, whether or not the fields have values', async () => {
      const headers = { undo: 'required' }
      const limits = [{ hidden: ['notes'] }, { hidden: ['price'] }, { read_only: ['price'] }, { where: 'price=7' }]
      for (const limit of limits)
        for (const values of [{ price: 7, notes: 'Small' }, { price: 7 }]) {
          const id = idIn(await create(values))
          const caller = limitedTo(limit)
          const deletion = ask(`DELETE /shop/parts/${id}`, { caller, headers })
          if (limit.where === undefined)
            expect(await rejection(deletion), JSON.stringify(limit)).to.include({ code: 'undo_impossible' })
          else await shop.undo(await deletion, { caller })
          expect(await read(id)).to.include(values)
        }
      const id = idIn(await create({ price: 7 }))
      const caller = limitedTo({ read_only: ['price'] })
      await shop.undo(await ask(`PATCH /shop/parts/${id}`, { body: { notes: 'x' }, caller, headers }), { caller })
      const deletes = limitedTo({}, { 'shop.parts.create': 'price=8' })
      expect(await rejection(ask(`DELETE /shop/parts/${id}`, { caller: deletes, headers }))).to.include({
        code: 'undo_impossible',
      })
    })

    it('is required by a header: then nothing is changed that could not be undone', async () => {
      const headers = { undo: 'required' }
      const refused = { code: 'undo_impossible', status: 409 }
      const idOf = async (call: string) => idIn(await ask(call, { body: { name: 'Pin' } }))
      const [part, box, crate] = [
        await idOf('POST /shop/parts'),
        await idOf('POST /shop/boxes'),
        await idOf('POST /shop/cases'),
      ]
      expect((await ask(`DELETE /shop/parts/${part}`, { headers })).headers).to.have.property('undo')
      // A plugin's own code, and rows of other tables that go with it.
      for (const [path, id] of [
        ['/shop/boxes', box],
        ['/shop/cases', crate],
      ] as const) {
        expect(await rejection(ask(`DELETE ${path}/${id}`, { headers }))).to.include(refused)
        const ids = { body: { ids: [id] }, headers }
        expect(await rejection(ask(`POST ${path}/delete`, ids))).to.include(refused)
        expect((await ask(`GET ${path}/${id}`)).status).to.equal(200)
      }
      const mayNotCreate = { headers, caller: personWithout('eve', 'shop.parts.create') }
      const other = await idOf('POST /shop/parts')
      expect(await rejection(ask(`DELETE /shop/parts/${other}`, mayNotCreate))).to.include(refused)
      expect(await read(other)).to.include({ name: 'Pin' })
      // Nothing is deleted, so there is nothing to undo.
      expect((await ask('POST /shop/parts/delete', { headers, body: { ids: [999_999] } })).status).to.equal(200)
      const odd = { undo: 'please' }
      expect(await rejection(ask(`DELETE /shop/parts/${other}`, { headers: odd }))).to.include({
        code: 'header_malformed',
      })
    })

    it('cannot be required of a host that keeps no changes', async () => {
      const without = await openUndoShop(target, { hours: 0 })
      const made = idIn(await without.ask('POST /shop/parts', { body: { name: 'Pin' } }))
      const deletion = without.ask(`DELETE /shop/parts/${made}`, { headers: { undo: 'required' } })
      expect(await rejection(deletion)).to.include({ code: 'undo_impossible' })
      expect((await without.ask(`DELETE /shop/parts/${made}`)).headers).not.to.have.property('undo')
      await without.close()
    })

    it('takes the change of many records back as one, and does it again', async () => {
      const ids = [idIn(await create({ price: 1 })), idIn(await create({ price: 2, notes: 'old' }))]
      const before = await shop.parts()
      const changes = { price: 9, notes: 'sale', tags: ['a'] }
      const changed = await ask('POST /shop/parts/change', { body: { ids: [...ids, 999_999], changes } })
      const after = await shop.parts()
      const undone = await shop.undo(changed)
      expect(await shop.parts()).to.deep.equal(before)
      await shop.undo(undone)
      expect(await shop.parts()).to.deep.equal(after)
      const [one = 0] = ids
      const again = await ask('POST /shop/parts/change', { body: { ids, changes: { price: 3 } } })
      await ask(`PATCH /shop/parts/${one}`, { body: { price: 4 } })
      expect(await rejection(shop.undo(again))).to.include({ code: 'undo_outdated' })
      expect((await read(ids[1] ?? 0)).price).to.equal(3)
    })

    it('takes a whole import back: what it created is deleted, and what it changed is as before', async () => {
      const id = idIn(await create({ name: 'Imported', price: 1, notes: 'old' }))
      const before = await shop.parts()
      const records = [{ name: 'Imported', price: 2, notes: null }, { name: 'Newly imported' }, { name: '' }]
      const imported = await ask('POST /shop/parts/import', { body: { records, key: 'name' } })
      expect(imported.body).to.include({ created: 1, changed: 1 })
      const after = await shop.parts()
      const undone = await shop.undo(imported)
      expect(await shop.parts()).to.deep.equal(before)
      await shop.undo(undone)
      expect(await shop.parts()).to.have.lengthOf(after.length)
      expect(await read(id)).to.include({ price: 2 })
    })

    it('is not offered after an import that has saved nothing', async () => {
      const records = [{ name: 'Never' }, { name: '' }]
      const refused = await ask('POST /shop/parts/import', { body: { records, all: true } })
      expect(refused.body).to.include({ saved: false, created: 1 })
      expect(refused.headers).not.to.have.property('undo')
    })

    it('takes all deletions of a bulk action back, or none', async () => {
      const [one, two] = [idIn(await create()), idIn(await create())]
      const deleted = await ask('POST /shop/parts/delete', { body: { ids: [one, two, 999_999] } })
      expect(deleted.body).to.have.property('done').that.deep.equals([one, two])
      const { body } = await shop.undo(deleted)
      expect((body as { records: unknown[] }).records).to.have.lengthOf(2)
      expect([(await read(one)).name, (await read(two)).name]).to.deep.equal(['Nut', 'Nut'])
      const again = await ask('POST /shop/parts/delete', { body: { ids: [one, two] } })
      await shop.database.knex('shop_parts').insert({
        id: one,
        name: 'Other',
        price: 1,
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
        version: 1,
      })
      expect(await rejection(shop.undo(again))).to.include({ status: 409 })
      expect(await rejection(read(two))).to.include({ code: 'record_not_found' })
    })

    it('takes the change of many records with their own values back as one', async () => {
      const ids = [idIn(await create({ price: 1 })), idIn(await create({ price: 2, notes: 'old' }))]
      const before = await shop.parts()
      const records = [
        ...ids.map((id, index) => ({ id, changes: { price: 9 + index, notes: `note ${index}` } })),
        { id: 999_999, changes: { price: 1 } },
      ]
      const changed = await ask('POST /shop/parts/change', { body: { records } })
      expect((await read(ids[1] ?? 0)).price).to.equal(10)
      await shop.undo(changed)
      expect(await shop.parts()).to.deep.equal(before)
    })

    it('is not offered of a deletion that deletes rows of other tables', async () => {
      const { headers: made, body } = await ask('POST /shop/cases', { body: { name: 'Case' } })
      expect(made).to.have.property('undo')
      const { headers } = await ask(`DELETE /shop/cases/${(body as { id: number }).id}`)
      expect(headers).not.to.have.property('undo')
    })

    it('lists one’s open changes, the latest first, and is in the audit log as what it is', async () => {
      const made = await create()
      const changed = await change(idIn(made), { price: 8 })
      const { body } = await ask('GET /platform/undo')
      const [latest, before] = body as { address: string; path: string; action: string; records: number }[]
      expect(latest).to.include({ address: changed.headers['undo'], action: 'Change a part', records: 1 })
      expect(before).to.include({ address: made.headers['undo'], path: `/api/v1/shop/parts/${idIn(made)}` })
      await shop.undo(changed)
      const row: unknown = await shop.database
        .knex('platform_audit')
        .orderBy('id', 'desc')
        .first('operation', 'record_id', 'resource')
      expect(row).to.deep.equal({
        operation: 'POST /api/v1/platform/undo/{id}',
        record_id: String(idIn(made)),
        resource: '/api/v1/shop/parts',
      })
    })

    it('is offered in the history of the record, to whoever made the change, while it can be undone', async () => {
      const id = idIn(await create())
      const first = await ask(`PATCH /shop/parts/${id}`, { body: { price: 1 }, requestId: 'first' })
      const offered = async (caller?: Caller) => {
        const { body } = await ask(`GET /shop/parts/${id}/history`, caller ? { caller } : {})
        return (body as { undo?: string }[]).map(({ undo }) => undo)
      }
      expect(await offered()).to.deep.equal([first.headers['undo'], undefined])
      expect(await offered(EVE)).to.deep.equal([undefined, undefined])
      const second = await ask(`PATCH /shop/parts/${id}`, { body: { price: 2 }, requestId: 'second' })
      expect(await offered()).to.deep.equal([second.headers['undo'], undefined, undefined])
      const undone = await ask(`POST ${second.headers['undo']}`, { requestId: 'third' })
      expect(await offered()).to.deep.equal([undone.headers['undo'], undefined, first.headers['undo'], undefined])
    })

    it('is offered in the history of each record that was changed with others, with how many are taken back', async () => {
      const ids = [idIn(await create()), idIn(await create())]
      const [one = 0, two = 0] = ids
      const body = { ids, changes: { price: 8 } }
      const changed = await ask('POST /shop/parts/change', { body, requestId: 'together' })
      const offered = async (id: number) => {
        const [latest] = (await ask(`GET /shop/parts/${id}/history`)).body as { undo?: string; undo_records?: number }[]
        return [latest?.undo, latest?.undo_records]
      }
      for (const id of ids) expect(await offered(id)).to.deep.equal([changed.headers['undo'], 2])
      await ask(`PATCH /shop/parts/${two}`, { body: { price: 9 }, requestId: 'later' })
      expect((await offered(two))[1]).to.equal(undefined)
      expect(await offered(one)).to.deep.equal([changed.headers['undo'], 2])
    })

    it('drops what others were to be told of the change, and tells them of nothing', async () => {
      const { body } = await patient.ask('POST /shop/boxes', { body: { name: 'Box' } })
      const { id } = body as { id: number }
      const changed = await patient.ask(`PATCH /shop/boxes/${id}`, { body: { name: 'Crate' } })
      const undone = await patient.undo(changed)
      await until('both are dropped', () => patient.told.length === 2)
      expect(patient.told).to.have.members(['dropped "updated Crate"', 'dropped "updated Box"'])
      // Nobody has learned of it, so doing it again is news.
      await patient.undo(undone)
      const jobs = () =>
        patient.database.knex('platform_jobs').orderBy('id').select<{ state: string }[]>('payload', 'state')
      await until(
        'they are cancelled',
        async () => (await jobs()).filter(({ state }) => state === 'cancelled').length === 2,
      )
      expect(await jobs()).to.deep.equal([
        { payload: '"created Box"', state: 'waiting' },
        { payload: '"updated Crate"', state: 'cancelled' },
        { payload: '"updated Box"', state: 'cancelled' },
        { payload: '"updated Crate"', state: 'waiting' },
      ])
    })

    it('tells others of it, if they have been told of the change', async () => {
      const made = await ask('POST /shop/boxes', { body: { name: 'Crate' } })
      await until('the creation is told', () => shop.told.includes('"created Crate"'))
      await shop.undo(made)
      await until('the deletion is told', () => shop.told.includes('"deleted Crate"'))
      expect(shop.told.filter((each) => each.startsWith('dropped'))).to.deep.equal([])
    })

    it('tells others of it, if an operator tries again what has been tried before', async () => {
      const retried = await openUndoShop(target, { seconds: 600 })
      const made = await retried.ask('POST /shop/boxes', { body: { name: 'Box' } })
      const jobs = () => retried.database.knex('platform_jobs')
      await jobs().update({ state: 'failed', started_at: new Date().toISOString(), attempt: 5 })
      const [id = 0] = await jobs().pluck<number[]>('id')
      await retried.database.transaction(() => reopenJob(retried.database, id))
      await retried.undo(made)
      expect(await jobs().where({ undone: true })).to.deep.equal([])
      await retried.close()
    })

    it('lets nothing wait that is added by a change that cannot be undone', async () => {
      const caller = personWithout('eve', 'shop.boxes.delete')
      await patient.ask('POST /shop/boxes', { body: { name: 'Bin' }, caller })
      await until('it is told', () => patient.told.includes('"created Bin"'))
    })

    it('keeps what a record was sealed, and is over after its time', async () => {
      const id = idIn(await create({ notes: 'Confidential' }))
      const changed = await change(id, { notes: 'Public' })
      const rows = await shop.database.knex('platform_undo')
      expect(JSON.stringify(rows)).not.to.include('Confidential')
      await shop.database.knex('platform_undo').update({ at: '2026-01-01T00:00:00.000Z' })
      expect(await rejection(shop.undo(changed))).to.include({ code: 'undo_over' })
      expect((await ask('GET /platform/undo')).body).to.deep.equal([])
    })
  })
})

/** Makes random changes, undoes all of them, makes them again by undoing that, and undoes them once more. */
async function undoSequence(shop: UndoShop, seed: number): Promise<void> {
  const random = seeded_random(seed)
  const below = (limit: number) => Math.floor(random.next() * limit)
  const idsNow = () => shop.database.knex('shop_parts').orderBy('id').pluck<number[]>('id')
  const one = async () => {
    const ids = await idsNow()
    return ids[below(ids.length)] ?? 0
  }
  const values = () => ({
    ...(below(2) ? { name: `N${below(9)}` } : {}),
    ...(below(2) ? { price: below(9) } : {}),
    ...(below(3) ? {} : { notes: below(2) ? `T${below(9)}` : null }),
    ...(below(3) ? {} : { rank: below(2) ? below(9) : null }),
    ...(below(3) ? {} : { tags: below(3) ? ['a', 'b'].slice(below(3)) : null }),
    ...(below(3) ? {} : { size: below(3) ? { [below(2) ? 'width' : 'height']: below(9) } : null }),
  })
  const withoutNull = (from: object) => Object.fromEntries(Object.entries(from).filter(([, value]) => value !== null))
  const steps = [
    () => shop.ask('POST /shop/parts', { body: { name: 'New', ...withoutNull(values()) } }),
    async () => shop.ask(`PATCH /shop/parts/${await one()}`, { body: values() }),
    async () =>
      shop.ask(`PUT /shop/parts/${await one()}`, {
        body: { name: 'Put', price: below(9), rank: null, ...withoutNull(values()) },
      }),
    async () => shop.ask(`DELETE /shop/parts/${await one()}`),
    async () => shop.ask('POST /shop/parts/delete', { body: { ids: (await idsNow()).slice(-2) } }),
  ]
  for (let made = 0; made < 3; made += 1) await steps[0]?.()
  const start = await shop.parts()
  const done: Outcome[] = []
  for (let count = 2 + below(7); count > 0; count -= 1) {
    if ((await idsNow()).length < 2) await steps[0]?.().then((outcome) => done.push(outcome))
    const outcome = await steps[below(10) < 5 ? 1 : below(steps.length)]?.()
    if (outcome?.headers['undo'] !== undefined) done.push(outcome)
  }
  const end = await shop.parts()
  const undoAll = async (from: Outcome[]) => {
    const undone: Outcome[] = []
    for (const outcome of from.toReversed()) undone.push(await shop.undo(outcome))
    return undone
  }
  const undone = await undoAll(done)
  expect(await shop.parts(), `sequence ${seed}, undone`).to.deep.equal(start)
  const redone = await undoAll(undone)
  expect(await shop.parts(), `sequence ${seed}, done again`).to.deep.equal(end)
  await undoAll(redone)
  expect(await shop.parts(), `sequence ${seed}, undone again`).to.deep.equal(start)
}
