import { ApiError } from '@atrium/sdk'
import type { BulkAction } from '@atrium/sdk/host'
import { expect } from 'chai'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../../host/base/db/index.ts'
import { createCall } from '../../../../host/core/operations/index.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'
import { type BulkHost, openBulkHost, type People, prepareDatabase } from './open-bulk.ts'

const RETIRE = 'POST /api/v1/shop/items/retire'
const ACTIONS = '/api/v1/bulk/actions'

/** The most records of one request, where the limit itself is not tested. */
const MOST = 20
/** Its id is in the second row of ids. */
const LATER = 'Item 25'

/** Milliseconds that polishing an item takes. */
const SLOW = 300

describe('A bulk action in the background', () => {
  eachDatabase((target) => {
    let database: Database
    let host: BulkHost
    let people: People
    let gate: { readonly at: string; readonly open: Promise<void>; readonly reached: () => void } | undefined
    const mails: string[] = []
    const polished: string[] = []
    before(async () => {
      database = await target.open()
      await prepareDatabase(database)
    })
    beforeEach(async () => {
      people = new Map([
        ['ada', ['shop.*']],
        ['bob', ['shop.*']],
        ['eve', ['*']],
      ])
      gate = undefined
      mails.length = 0
      polished.length = 0
      host = await open()
    })
    afterEach(async () => {
      await host.jobs.close()
      for (const table of ['shop_items', 'platform_jobs', 'platform_bulk_actions', 'platform_bulk_records'])
        await database.knex(table).delete()
    })

    const pass = async (name: string) => {
      if (gate?.at !== name) return
      gate.reached()
      await gate.open
    }
    const open = (given: { mostAtOnce?: number } = { mostAtOnce: MOST }) =>
      openBulkHost(database, {
        ...given,
        people,
        register: (routes, { items }) =>
          routes
            .post('/items/{item_id}/retire', {}, async ({ params, caller }) => {
              const item = await items.get(params.item_id)
              if (item.name === 'Item 7') throw new ApiError('stubborn', { status: 409, detail: 'It will not.' })
              await pass(item.name)
              const notes = caller.can('shop.secrets.view') ? 'may' : 'may not'
              return items.update(params.item_id, { status: 'retired', price: item.price + 1, notes })
            })
            .bulk('/items/retire', 'POST /items/{item_id}/retire', { timeout_seconds: 600 })
            .post('/items/{item_id}/mail', { transaction: false }, async ({ params }) => {
              const { name } = await items.get(params.item_id)
              mails.push(name)
              await pass(name)
            })
            .bulk('/items/mail', 'POST /items/{item_id}/mail')
            .post('/items/{item_id}/polish', {}, async ({ params }) => {
              const { name, price } = await items.get(params.item_id)
              polished.push(name)
              await sleep(SLOW)
              return items.update(params.item_id, { price: price + 1 })
            })
            .bulk('/items/polish', 'POST /items/{item_id}/polish', { timeout_seconds: (6 * SLOW) / 1_000 }),
      })
    const openWithDefaults = async () => {
      await host.jobs.close()
      host = await open({})
    }
    /** Lets the handler wait at an item until `letGo` is called. */
    const waitAt = (name: string) => {
      let letGo = () => {}
      let reached = () => {}
      const open = new Promise<void>((resolve) => (letGo = resolve))
      const isReached = new Promise<void>((resolve) => (reached = resolve))
      gate = { at: name, open, reached }
      return { letGo, isReached }
    }
    const make = async (count: number) => {
      const now = new Date().toISOString()
      const item = (at: number) => ({ name: `Item ${at}`, status: 'draft', price: 0, created_at: now, version: 1 })
      await database.knex.batchInsert(
        'shop_items',
        Array.from({ length: count }, (_, at) => item(at)),
        100,
      )
    }
    const start = async (route = RETIRE, given: Parameters<BulkHost['ask']>[1] = {}) =>
      host.ask(route, { body: { filter: 'status=draft' }, ...given })
    const idOf = ({ body }: { body: unknown }) => (body as BulkAction).id
    const read = async (id: number, as = 'ada') => (await host.ask(`GET ${ACTIONS}/${id}`, { as })).body as BulkAction
    const ended = (id: number) => {
      const end = async () => {
        const action = await read(id, 'eve')
        return ['waiting', 'running'].includes(action.state) ? undefined : action
      }
      return until('the end of the action', end)
    }
    const items = () => database.knex('shop_items').orderBy('id') as Promise<Record<string, unknown>[]>
    /** Whether somebody waits on PostgreSQL for what another transaction has locked. */
    const isWaitedFor = async () => {
      const waiting = `datname = current_database() and wait_event_type = 'Lock'`
      const { rows } = await database.knex.raw<{ rows: unknown[] }>(`select 1 from pg_stat_activity where ${waiting}`)
      return rows.length > 0
    }
    const retired = async () => (await items()).filter(({ status }) => status === 'retired')

    it('begins if a filter matches more than 500 records: 202, and its address tells how far it is', async () => {
      await openWithDefaults()
      await make(501)
      const { status, headers, body } = await start()
      expect([status, headers.location]).to.deep.equal([202, `${ACTIONS}/${idOf({ body })}`])
      expect(body).to.deep.include({ operation: RETIRE, state: 'waiting', total: 501, done: 0, failed: 0, errors: [] })
      const action = await ended(idOf({ body }))
      expect(action).to.deep.include({ state: 'done', total: 501, done: 500, failed: 1, caller_id: 'ada' })
      const [{ id }] = (await items()).filter(({ name }) => name === 'Item 7') as [{ id: number }]
      expect(action.errors).to.deep.equal([{ id, error: { code: 'stubborn', detail: 'It will not.' } }])
      expect(action.finished_at).to.be.a('string')
      expect(await retired()).to.have.length(500)
    })

    it('is not needed for 500 records, for ids, or in process', async () => {
      await openWithDefaults()
      await make(500)
      expect(await start()).to.have.nested.property('body.done.length', 499)
      const ids = (await items()).map((item) => item.id)
      const { status } = await host.ask(RETIRE, { body: { ids } })
      expect(status).to.equal(200)
      await database.knex('shop_items').delete()
      await make(501)
      const { perform, registries } = host
      const { call } = createCall({ operations: registries.operations, perform, performMany: async () => [] })
      const { as_caller } = await import('@atrium/sdk/host')
      const caller = { id: 'ada', kind: 'person', name: 'Ada', can: () => true, scope: () => undefined } as const
      const result = await as_caller(caller, () =>
        call('POST', '/api/v1/shop/items/retire', { body: { filter: 'status=draft' } }),
      )
      expect(result).to.have.nested.property('done.length', 500)
    })

    it('takes over from an answer that would be too late: what was begun is undone, and each record is changed once', async () => {
      await openWithDefaults()
      await make(8)
      const headers = { 'idempotency-key': `slow-${target.name}` }
      const { status, body } = await start('POST /api/v1/shop/items/polish', { headers })
      expect([status, (body as BulkAction).total]).to.deep.equal([202, 8])
      const repeated = await start('POST /api/v1/shop/items/polish', { headers })
      expect([repeated.status, repeated.body]).to.deep.equal([202, body])
      expect(await ended(idOf({ body }))).to.include({ state: 'done', done: 8, failed: 0 })
      expect((await items()).map(({ price }) => price)).to.deep.equal(Array.from({ length: 8 }, () => 1))
      expect(polished).to.have.length.above(8)
      const audited = await database
        .knex('platform_audit')
        .where('operation', 'POST /api/v1/shop/items/{item_id}/polish')
      expect(audited).to.have.length(8)
    })

    it('does not take over a request with ids, which is answered with the result of each', async () => {
      await openWithDefaults()
      await make(8)
      const ids = (await items()).map(({ id }) => id)
      const refused = await rejection(host.ask('POST /api/v1/shop/items/polish', { body: { ids } }))
      expect(refused).to.include({ code: 'handler_timeout' })
      expect((await items()).map(({ price }) => price)).to.deep.equal(ids.map(() => 0))
    })

    it('gives all records the same values, keeps these sealed, and does not overwrite what has changed since it was seen', async () => {
      await make(MOST + 1)
      await database.knex('platform_audit').delete()
      const [first, second] = (await items()) as [{ id: number }, { id: number }]
      await database.knex('shop_items').where({ id: second.id }).update({ price: 5, version: 2 })
      const seen = { [first.id]: { price: 0 }, [second.id]: { price: 0 } }
      const body = { filter: 'status=draft', changes: { notes: 'confidential' }, seen }
      await host.jobs.close()
      const { status, body: answer } = await start('POST /api/v1/shop/items/change', { body })
      expect(status).to.equal(202)
      const given = async () => (await database.knex('platform_bulk_actions').pluck('given')) as unknown[]
      const kept = await given()
      expect(kept).to.have.nested.property('[0]').that.is.a('string')
      expect(JSON.stringify([kept, await database.knex('platform_audit')])).not.to.contain('confidential')
      host = await open()
      const action = await ended(idOf({ body: answer }))
      expect(action).to.deep.include({ state: 'done', done: MOST, failed: 1 })
      expect(action.errors).to.have.nested.property('[0].error.code', 'version_mismatch')
      expect(action.errors).to.have.nested.property('[0].id', second.id)
      expect((await items()).filter(({ notes }) => notes === 'confidential')).to.have.length(MOST)
      expect(await given()).to.deep.equal([null])
    })

    it('writes the audit row of its start, and one for each record, in the name of its caller', async () => {
      await make(MOST + 1)
      await database.knex('platform_audit').delete()
      await ended(idOf(await start()))
      const rows = (await database.knex('platform_audit').orderBy('id')) as Record<string, unknown>[]
      expect(rows).to.have.length(1 + MOST)
      expect(rows[0]).to.include({ operation: RETIRE, status: 202, caller_id: 'ada', record_id: null })
      for (const row of rows) expect(row).to.include({ caller_id: 'ada', origin: 'ui', request_id: 'r1' })
    })

    it('is begun once for an Idempotency-Key', async () => {
      await make(MOST + 1)
      const headers = { 'idempotency-key': `bulk-${target.name}` }
      const first = await start(RETIRE, { headers })
      await ended(idOf(first))
      const second = await start(RETIRE, { headers })
      expect([second.status, second.body]).to.deep.equal([202, first.body])
      expect(second.headers).to.include({ location: first.headers.location, 'idempotency-replayed': 'true' })
      expect(await database.knex('platform_bulk_actions')).to.have.length(1)
    })

    it('is refused if the caller may not change the records, or not see them', async () => {
      await make(MOST + 1)
      for (const missing of ['shop.items.retire', 'shop.items.view']) {
        const all = ['shop.items.bulk', 'shop.items.retire', 'shop.items.view']
        people.set(
          'ada',
          all.filter((each) => each !== missing),
        )
        expect(await rejection(start())).to.include({ code: 'permission_denied' })
      }
    })

    it('ends when its caller loses a permission, with what is done so far', async () => {
      await make(3 * MOST)
      const { letGo, isReached } = waitAt(LATER)
      const id = idOf(await start())
      await isReached
      people.set('ada', ['shop.items.view', 'shop.items.bulk'])
      letGo()
      const { state, reason, done, failed } = await ended(id)
      expect(state).to.equal('failed')
      expect(reason).to.deep.equal({
        code: 'permission_denied',
        detail:
          '[POST /api/v1/shop/items/{item_id}/retire] requires the permission [shop.items.retire]. Ask an operator to grant it.',
      })
      expect(await retired()).to.have.length(done)
      expect(done + failed).to.be.within(26, 3 * MOST - 1)
    })

    it('ends when its caller no longer exists', async () => {
      await make(3 * MOST)
      const { letGo, isReached } = waitAt(LATER)
      const id = idOf(await start())
      await isReached
      people.delete('ada')
      letGo()
      const { state, reason } = await ended(id)
      expect([state, reason?.code]).to.deep.equal(['failed', 'permission_denied'])
      expect(reason?.detail).to.contain('[ada], who started [POST /api/v1/shop/items/retire]')
    })

    it('never may more than its caller could when it was started', async () => {
      await make(MOST + 1)
      people.set('ada', ['shop.items.*', 'platform.shell.view'])
      const { letGo, isReached } = waitAt('Item 0')
      const id = idOf(await start())
      await isReached
      people.set('ada', ['*'])
      letGo()
      await ended(id)
      expect(new Set((await retired()).map(({ notes }) => notes))).to.deep.equal(new Set(['may not']))
    })

    it('can be cancelled by its caller, once or twice, and keeps what is done so far', async () => {
      await make(3 * MOST)
      const { letGo, isReached } = waitAt(LATER)
      const id = idOf(await start())
      await isReached
      const cancelled = host.ask(`POST ${ACTIONS}/${id}/cancel`)
      // PostgreSQL may need longer for a new connection than for the rest of the action.
      if (target.dialect === 'postgres') await until('the cancellation to wait for the action', isWaitedFor)
      letGo()
      expect((await cancelled).body).to.deep.include({ id, state: 'cancelled' })
      const { done, failed } = await ended(id)
      expect(done + failed).to.be.within(26, 3 * MOST - 1)
      expect(await retired()).to.have.length(done)
      expect((await host.ask(`POST ${ACTIONS}/${id}/cancel`)).body).to.include({ state: 'cancelled', done })
    })

    it('that has ended cannot be cancelled', async () => {
      await make(MOST + 1)
      const id = idOf(await start())
      await ended(id)
      const error = await rejection(host.ask(`POST ${ACTIONS}/${id}/cancel`))
      expect(error).to.include({ code: 'conflict' })
      expect(error.message).to.contain(`[${id}] has already ended: it is [done]`)
    })

    it('is hidden from others, except from those who may cancel any job', async () => {
      await make(MOST + 1)
      const id = idOf(await start())
      for (const call of [`GET ${ACTIONS}/${id}`, `POST ${ACTIONS}/${id}/cancel`])
        expect(await rejection(host.ask(call, { as: 'bob' }))).to.include({ code: 'record_not_found' })
      const list = async (as: string) => (await host.ask(`GET ${ACTIONS}`, { as })).body as BulkAction[]
      expect(await list('bob')).to.deep.equal([])
      expect((await list('eve')).map((action) => action.id)).to.deep.equal([id])
      expect(
        (await host.ask(`GET ${ACTIONS}`, { query: { state: ['waiting', 'running', 'done'], operation: RETIRE } }))
          .body,
      ).to.have.length(1)
      await ended(id)
    })

    /** Starts an action for 60 records and stops its plugin in the middle of it. */
    const stopInTheMiddle = async () => {
      await make(3 * MOST)
      const { letGo, isReached } = waitAt(LATER)
      const id = idOf(await start())
      await isReached
      letGo()
      host.registries.publishOperations('shop', [])
      host.hold.end()
      return id
    }

    it('goes on in the next generation of its plugin, and waits while there is none', async () => {
      const id = await stopInTheMiddle()
      await until('it waits', async () => (await read(id)).state === 'waiting')
      await host.jobs.close()
      host = await open()
      expect(await ended(id)).to.include({ state: 'done', done: 3 * MOST - 1, failed: 1 })
      for (const { price } of await retired()) expect(price).to.equal(1)
    })

    it('changes each record once, even if two hosts believe that it is theirs', async () => {
      await make(3 * MOST)
      const id = idOf(await start())
      await database.knex('platform_jobs').update({ key: null })
      for (let twice = 0; twice < 3; twice += 1) await host.jobs.queue.add('bulk', 'shop', { id })
      expect(await ended(id)).to.include({ state: 'done', done: 3 * MOST - 1, failed: 1 })
      for (const { price } of await retired()) expect(price).to.equal(1)
    })

    it('runs a route without a transaction once for each record', async () => {
      await make(MOST + 1)
      const { status, body } = await start('POST /api/v1/shop/items/mail')
      expect(status).to.equal(202)
      expect(await ended(idOf({ body }))).to.include({ state: 'done', done: MOST + 1, failed: 0 })
      expect([mails.length, new Set(mails).size]).to.deep.equal([MOST + 1, MOST + 1])
    })

    it('does not repeat what it cannot undo: a record during which the host was stopped is reported', async () => {
      await make(MOST + 1)
      waitAt('Item 20')
      const started = await start('POST /api/v1/shop/items/mail')
      await until('the last record', () => mails.includes('Item 20'))
      await host.jobs.close()
      gate = undefined
      host = await open()
      const { state, done, errors } = await ended(idOf(started))
      expect([state, done]).to.deep.equal(['done', MOST])
      expect(errors.map(({ error }) => error.code)).to.deep.equal(['outcome_unknown'])
      expect(errors[0]?.error.detail).to.contain('so it was not repeated')
      expect(mails).to.have.length(MOST + 1)
    })

    describe('and its job', () => {
      /** An action that waits, because its plugin is stopped in the middle of it. */
      const waiting = async () => {
        const id = await stopInTheMiddle()
        await until('it waits', async () => (await job())?.state === 'waiting')
        return id
      }
      const job = async () =>
        database.knex('platform_jobs').orderBy('id', 'desc').first('id', 'state') as Promise<{
          id: number
          state: string
        }>

      it('are cancelled together: the job by an operator', async () => {
        const id = await waiting()
        const { id: jobId } = await job()
        await database.transaction(() => host.jobs.queue.cancel(jobId))
        const { state, done } = await read(id)
        expect(state).to.equal('cancelled')
        expect(await retired()).to.have.length(done)
        const refusal = await rejection(database.transaction(() => host.jobs.queue.retry(jobId)))
        expect(refusal).to.include({ code: 'conflict' })
        expect(refusal.message).to.equal(
          `The bulk action [${id}] of this job has ended: it is [cancelled]. Start the action again instead.`,
        )
        expect((await job()).state).to.equal('cancelled')
      })

      it('are cancelled together: the action by its caller', async () => {
        const id = await waiting()
        await host.ask(`POST ${ACTIONS}/${id}/cancel`)
        expect((await job()).state).to.equal('cancelled')
      })

      it('end together if hosts end too often while it runs', async () => {
        const id = await waiting()
        const lost = { state: 'running', claimed_by: 'gone', leased_until: new Date(0).toISOString() }
        await database
          .knex('platform_jobs')
          .where({ id: (await job()).id })
          .update({ ...lost, interruptions: 9 })
        const { state, reason } = await ended(id)
        expect([state, reason?.code]).to.deep.equal(['failed', 'internal_error'])
        expect(reason?.detail).to.contain('the host ended too often while it ran')
      })
    })

    it('whose job was given up is shown as failed by the next host', async () => {
      const id = await stopInTheMiddle()
      await host.jobs.close()
      await database.knex('platform_jobs').delete()
      host = await open()
      const { state, reason } = await read(id)
      expect([state, reason?.code]).to.deep.equal(['failed', 'internal_error'])
    })
  })
})
