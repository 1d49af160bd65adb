import { ApiError, created, Type } from '@atrium/sdk'
import { expect } from 'chai'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { sweepIdempotency } from '../../../../host/core/operations/kept-answer.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { callerWithout, type Given, openShop, type Shop } from './fixture.ts'

describe('An Idempotency-Key', () => {
  eachDatabase((target) => {
    let shop: Shop
    let ran: number
    let kept: string[]
    let gate: Promise<void> | undefined
    let entered: () => void
    before(async () => {
      shop = await openShop(target, (routes, { items }) => {
        routes
          .post('/slow', { permission: 'shop.slow.run' }, async () => {
            ran += 1
            entered()
            await gate
            return items.create({ name: `slow ${ran}`, price: 1 })
          })
          .post('/fails', { permission: 'shop.fails.run' }, async () => {
            ran += 1
            await items.create({ name: 'left over', price: 1 })
            throw new ApiError('refused', { status: 409, detail: 'No.' })
          })
          .post('/nothing', { permission: 'shop.nothing.run' }, () => undefined)
          .post('/mail', { permission: 'shop.mail.send', transaction: false }, () => 1)
          .post('/stream', { permission: 'shop.stream.run' }, () => Readable.from(['a']))
          .post('/heavy', { permission: 'shop.heavy.run' }, async () => {
            await items.create({ name: 'left over', price: 1 })
            return Array.from({ length: 500_000 }, () => 0)
          })
          .post('/public', { open: true }, () => 1)
          .post('/files', { raw: true, once: true, transaction: false }, async ({ headers, once }) => {
            const name = headers['x-file'] ?? ''
            kept.push(name)
            try {
              const work = async () => created(await items.create({ name: `file ${++ran}`, price: 1 }))
              const { result, replayed } = await once({ name }, work)
              if (replayed) kept.splice(kept.lastIndexOf(name), 1)
              return result
            } catch (error) {
              kept.splice(kept.lastIndexOf(name), 1)
              throw error
            }
          })
          .post(
            '/tokens',
            {
              permission: 'shop.tokens.create',
              response: Type.Object({ id: Type.Integer(), token: Type.Optional(Type.String({ secret: true })) }),
            },
            () => ({ id: 1, token: 'shown once' }),
          )
      })
    })
    beforeEach(async () => {
      ran = 0
      kept = []
      gate = undefined
      entered = () => undefined
      await shop.database.knex('shop_items').delete()
      await shop.database.knex('platform_idempotency_keys').delete()
    })

    const create = (key: string, given: Given = {}) =>
      shop.ask('POST /items', { body: { name: 'Lamp', price: 1 }, headers: { 'idempotency-key': key }, ...given })
    const count = async () => (await shop.database.knex('shop_items')).length

    it('replays the answer of the first request, including its headers', async () => {
      const first = await create('k')
      const second = await create('"k"')
      expect(second).to.deep.equal({ ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } })
      expect(await count()).to.equal(1)
    })

    it('replays an answer without a body', async () => {
      await shop.ask('POST /nothing', { headers: { 'idempotency-key': 'k' } })
      const { status, body } = await shop.ask('POST /nothing', { headers: { 'idempotency-key': 'k' } })
      expect([status, body]).to.deep.equal([204, undefined])
    })

    it('treats members in another order as the same request', async () => {
      await create('k', { body: { name: 'Lamp', price: 1 } })
      const { headers } = await create('k', { body: { price: 1, name: 'Lamp' } })
      expect(headers).to.include({ 'idempotency-replayed': 'true' })
    })

    it('is kept for a body nested 100 levels deep; a deeper one is refused before anything is done', async () => {
      const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown
      const ask = (levels: number) =>
        shop.ask('POST /nothing', { body: nested(levels), headers: { 'idempotency-key': `deep-${levels}` } })
      expect((await ask(100)).status).to.equal(204)
      for (const levels of [101, 5_000, 500_000]) {
        const error = (await rejection(ask(levels))) as ApiError
        expect(error).to.include({ code: 'body_malformed', status: 400 })
        expect(error.message).to.contain('[100] levels')
      }
    })

    it('is refused for a different request', async () => {
      await create('k')
      const error = await rejection(create('k', { body: { name: 'Other', price: 1 } }))
      expect(error).to.include({ code: 'idempotency_key_reused', status: 422 })
      expect(await count()).to.equal(1)
    })

    it('is scoped to its caller, method and path', async () => {
      await create('k')
      const others = { body: { name: 'Other', price: 2 }, caller: callerWithout('nothing') }
      expect((await create('k', others)).headers).not.to.have.property('idempotency-replayed')
      await shop.ask('POST /nothing', { headers: { 'idempotency-key': 'k' } })
      expect(await count()).to.equal(2)
    })

    it('is not stored for a request that changed nothing, which may run again', async () => {
      const ask = () => shop.ask('POST /fails', { headers: { 'idempotency-key': 'k' } })
      expect(await rejection(ask())).to.include({ code: 'refused' })
      expect(await rejection(ask())).to.include({ code: 'refused' })
      expect(ran).to.equal(2)
      expect(await rejection(create('k2', { body: {} }))).to.include({ code: 'validation_failed' })
      expect((await create('k2')).status).to.equal(201)
    })

    it('answers 409 with Retry-After while the first request is running', async () => {
      let open: () => void = () => undefined
      gate = new Promise((resolve) => (open = resolve))
      const running = new Promise<void>((resolve) => (entered = resolve))
      const ask = () => shop.ask('POST /slow', { headers: { 'idempotency-key': 'k' } })
      const first = ask()
      await running
      const error = (await rejection(ask())) as ApiError
      expect(error).to.include({ code: 'idempotency_in_progress', status: 409, retryable: true })
      expect(error.options.headers).to.deep.equal({ 'retry-after': '1' })
      open()
      expect((await ask().catch(async () => (await first, ask()))).body).to.deep.equal((await first).body)
      expect(ran).to.equal(1)
    })

    it('lets one of several concurrent requests create the record, and returns it to all others', async () => {
      const patient = async (key: string): Promise<unknown> => {
        for (;;) {
          const outcome = await create(key, { body: { name: key, price: 1 } }).catch(
            (error: unknown) => error as ApiError,
          )
          if (!(outcome instanceof ApiError)) return outcome.body
          // On a slow machine a request may also wait too long for SQLite, which allows one writer.
          expect(outcome.code).to.be.oneOf(['idempotency_in_progress', 'database_busy'])
          await pause(2)
        }
      }
      const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`)
      const bodies = await Promise.all(keys.map((key) => Promise.all([1, 2, 3, 4, 5].map(() => patient(key)))))
      for (const [first, ...others] of bodies) for (const other of others) expect(other).to.deep.equal(first)
      expect(await count()).to.equal(20)
      expect(await shop.database.knex('platform_audit').where({ operation: 'POST /api/v1/shop/items' })).to.satisfy(
        (rows: { fields: string }[]) => rows.length >= 20,
      )
    })

    it('is refused if it is malformed', async () => {
      for (const key of ['', '""', 'a b', 'ä', 'k'.repeat(256), '"a b"', 'a\tb']) {
        expect(await rejection(create(key)), key).to.include({ code: 'idempotency_key_malformed', status: 400 })
      }
      expect((await create('k'.repeat(255))).status).to.equal(201)
    })

    it('is refused if the answer is too large to be stored, and nothing is changed', async () => {
      const headers = { 'idempotency-key': 'k' }
      expect(await rejection(shop.ask('POST /heavy', { headers }))).to.include({
        code: 'idempotency_unsupported',
        message:
          'The answer of [POST /api/v1/shop/heavy] is too large to be kept for a repetition. Remove the [Idempotency-Key] header.',
      })
      expect((await shop.ask('GET /items', { query: { name: 'left over' } })).body).to.deep.equal([])
      expect(((await shop.ask('POST /heavy')).body as unknown[]).length).to.equal(500_000)
    })

    it('is refused if the answer cannot be stored: without a transaction, for a stream, or without a caller', async () => {
      const headers = { 'idempotency-key': 'k' }
      for (const call of ['POST /mail', 'POST /stream']) {
        expect(await rejection(shop.ask(call, { headers })), call).to.include({
          code: 'idempotency_unsupported',
          status: 400,
        })
      }
      const anonymous = shop.ask('POST /public', { headers, caller: undefined })
      expect(await rejection(anonymous)).to.include({ code: 'idempotency_unsupported' })
    })

    describe('for a handler that reads its own body', () => {
      const upload = (file: string, key?: string) =>
        shop.ask('POST /files', { headers: { 'x-file': file, ...(key && { 'idempotency-key': key }) } })

      it('runs the work once, and rolls back repeated work', async () => {
        const first = await upload('a', 'k')
        expect(first.status).to.equal(201)
        const second = await upload('a', 'k')
        expect(second).to.deep.equal({ ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } })
        expect(kept).to.deep.equal(['a'])
        expect(await count()).to.equal(1)
      })

      it('is refused for a different request', async () => {
        await upload('a', 'k')
        expect(await rejection(upload('b', 'k'))).to.include({ code: 'idempotency_key_reused', status: 422 })
        expect(kept).to.deep.equal(['a'])
      })

      it('returns a conflict while the first request is running, and its answer afterwards', async () => {
        const ask = () =>
          upload('a', 'k').then(
            ({ status }) => status,
            (error: ApiError) => error.code,
          )
        const told = await Promise.all([ask(), ask(), ask(), ask(), ask()])
        expect(told).to.include(201)
        expect(told.every((each) => each === 201 || each === 'idempotency_in_progress')).to.equal(true)
        expect(kept).to.deep.equal(['a'])
        expect(await count()).to.equal(1)
      })

      it('is optional', async () => {
        await upload('a')
        await upload('a')
        expect(await count()).to.equal(2)
      })

      it('keeps nothing of failed work, which may run again', async () => {
        ran = -1
        await shop.database
          .knex('shop_items')
          .insert({ name: 'file 0', price: 1, status: 'draft', created_at: new Date().toISOString(), version: 1 })
        expect(await rejection(upload('a', 'k'))).to.include({ status: 409 })
        expect(kept).to.deep.equal([])
        expect((await upload('a', 'k')).status).to.equal(201)
      })

      it('leaves one audit row', async () => {
        const rows = () => shop.database.knex('platform_audit').where('operation', 'POST /api/v1/shop/files')
        const before = (await rows()).length
        await upload('a', 'k')
        await upload('a', 'k')
        expect((await rows()).length - before).to.equal(1)
      })
    })

    it('is ignored for other methods, which can be repeated anyway', async () => {
      const { body } = await create('k')
      const path = `/items/${(body as { id: number }).id}`
      for (const price of [2, 3]) {
        await shop.ask(`PATCH ${path}`, { body: { price }, headers: { 'idempotency-key': 'k' } })
      }
      expect((await shop.ask(`GET ${path}`)).body).to.include({ price: 3 })
    })

    it('does not store answers that are shown only once', async () => {
      const ask = () => shop.ask('POST /tokens', { headers: { 'idempotency-key': 'k' } })
      expect((await ask()).body).to.deep.equal({ id: 1, token: 'shown once' })
      expect((await ask()).body).to.deep.equal({ id: 1 })
      expect(JSON.stringify(await shop.database.knex('platform_idempotency_keys'))).not.to.contain('shown once')
    })

    it('expires after 24 hours', async () => {
      await create('k')
      expect(await sweepIdempotency(shop.database)).to.equal(0)
      expect(await sweepIdempotency(shop.database, { now: Date.now() + 24 * 60 * 60_000 + 1_000 })).to.equal(1)
    })
  })
})
