import type { PlatformEvent } from '@atrium/sdk'
import { expect } from 'chai'
import { jobMigrations } from '../../../../host/core/jobs/job-migrations.ts'
import type { JobRow } from '../../../../host/core/jobs/job-table.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../../../host/base/db/index.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'
import { openJobs, type TestJobs } from './open-jobs.ts'

const HOUR = 60 * 60_000

describe('events', () => {
  eachDatabase((target) => {
    let jobs: TestJobs
    before(async () => {
      // Longer than a busy machine stands still, so that no event is taken for that of a dead host.
      jobs = await openJobs(await openDatabase(await target.place(jobMigrations)), { lease: 20_000 })
    })
    after(() => jobs.end())
    const undo: (() => void)[] = []
    afterEach(async () => {
      for (const each of undo.splice(0)) each()
      for (const plugin of ['fleet', 'billing']) jobs.events.subscribe(plugin, new Set())
      await until('no subscriptions', async () => (await subscriptions()).length === 0)
      await jobs.database.knex('platform_jobs').delete()
    })
    const subscriptions = () =>
      jobs.database.knex<{ plugin: string; event: string }>('platform_subscriptions').select('plugin', 'event')
    const on: TestJobs['on'] = (...parameters) => {
      undo.push(jobs.on(...parameters))
      return undo.at(-1) as () => void
    }
    const emit = (name: string, payload?: unknown) => jobs.events.emit('clients', name, [payload])
    const allDone = (count: number) =>
      until(`${count} done`, async () => (await jobs.rows()).filter(({ state }) => state === 'done').length === count)

    it('reach every subscriber once their transaction is committed', async () => {
      const seen: string[] = []
      on('clients.created', ({ payload }) => void seen.push(`fleet ${JSON.stringify(payload)}`))
      on('clients.created', () => void seen.push('billing'), { plugin: 'billing' })
      on('clients.deleted', () => void seen.push('wrong'))
      await rejection(
        jobs.database.transaction(async () => {
          await emit('clients.created', { id: 6 })
          throw new Error('no')
        }),
      )
      await emit('clients.created', { id: 7 })
      await allDone(2)
      expect(seen.sort()).to.deep.equal(['billing', 'fleet {"id":7}'])
    })

    it('wait in order, separately for each subscriber', async () => {
      for (const plugin of ['fleet', 'billing']) jobs.events.subscribe(plugin, new Set(['clients.created']))
      await until('the subscriptions', async () => (await subscriptions()).length === 2)
      const payloads = Array.from({ length: 300 }, (_, at) => at)
      await jobs.events.emit('clients', 'clients.created', payloads)
      await jobs.events.emit('clients', 'clients.created', [])
      const waiting = (await jobs.rows()).sort((one, other) => one.id - other.id)
      for (const each of ['fleet', 'billing']) {
        const own = waiting.filter(({ plugin }) => plugin === each)
        expect(own.map(({ payload }) => (JSON.parse(payload) as PlatformEvent).payload)).to.deep.equal(payloads)
      }
    })

    it('without subscribers leave no rows', async () => {
      await emit('clients.created')
      expect(await jobs.rows()).to.be.empty
    })

    it('have payloads that JSON can hold, whether or not anybody subscribes', async () => {
      expect(String(await rejection(emit('clients.created', { send: () => 1 })))).to.include(
        '[event.payload.send] is a function',
      )
      on('clients.created', () => undefined)
      expect(String(await rejection(emit('clients.created', { send: () => 1 })))).to.include(
        '[event.payload.send] is a function',
      )
    })

    it('of any number let other work in while they are written', async () => {
      await emit('clients.created')
      let turns = 0
      const counting = setInterval(() => (turns += 1), 0)
      await jobs.events.emit(
        'clients',
        'clients.created',
        Array.from({ length: 200_000 }, (_, at) => ({ at })),
      )
      clearInterval(counting)
      expect(turns).to.be.greaterThan(5)
    })

    if (target.dialect === 'sqlite')
      it('without subscribers do not wait for the only writer', async () => {
        const { database } = jobs
        await database.knex.transaction(async (writing) => {
          await writing('platform_jobs').delete()
          expect(await database.outside(() => database.transaction(() => emit('clients.created')))).to.equal(0)
        })
      })

    it('wait for a subscriber that is not active', async () => {
      jobs.events.subscribe('fleet', new Set(['clients.created']))
      await until('the subscription', async () => (await subscriptions()).length === 1)
      await emit('clients.created', 1)
      await pause(150)
      expect(await jobs.rows()).to.have.nested.property('[0].state', 'waiting')
      on('clients.created', () => undefined)
      await allDone(1)
    })

    it('are dropped if their plugin no longer subscribes to them', async () => {
      jobs.events.subscribe('fleet', new Set(['clients.created', 'clients.deleted']))
      await until('the subscriptions', async () => (await subscriptions()).length === 2)
      await emit('clients.created')
      await emit('clients.deleted')
      jobs.events.subscribe('fleet', new Set(['clients.deleted']))
      await until('one is gone', async () => (await subscriptions()).length === 1)
      expect((await jobs.rows()).map(({ name }) => name)).to.deep.equal(['clients.deleted'])
    })

    it('have the same id for every try and every subscriber', async () => {
      const seen: PlatformEvent[] = []
      on('clients.created', (event) => {
        seen.push(event)
        if (seen.length < 3) throw new Error('again')
      })
      on('clients.created', (event) => void seen.push(event), { plugin: 'billing' })
      await emit('clients.created', { id: 7 })
      await allDone(2)
      expect(seen.length).to.be.at.least(3)
      for (const event of seen) expect(event).to.deep.equal(seen[0])
      expect(seen[0]).to.deep.include({ name: 'clients.created', payload: { id: 7 } })
    })

    it('run one by one and in order, even on several hosts', async () => {
      const hosts = [jobs, ...(target.dialect === 'postgres' ? [await openJobs(jobs.database, { lease: 20_000 })] : [])]
      const seen: unknown[] = []
      let running = 0
      let most = 0
      const handler = async ({ payload }: PlatformEvent) => {
        most = Math.max(most, ++running)
        await pause(Math.random() * 4)
        seen.push(payload)
        running -= 1
      }
      for (const host of hosts) undo.push(host.on('clients.created', handler))
      for (let index = 0; index < 40; index++) await emit('clients.created', index)
      await allDone(40)
      expect(most).to.equal(1)
      expect(seen).to.deep.equal(Array.from({ length: 40 }, (_, index) => index))
      for (const host of hosts.slice(1)) await host.close()
    })

    it('that fail do not delay later ones', async () => {
      const seen: unknown[] = []
      const own = await openJobs(await openDatabase(await target.place(jobMigrations)), { pauseAfter: () => HOUR })
      const rows = () => own.database.knex<JobRow>('platform_jobs')
      own.on('clients.created', ({ payload }) => {
        seen.push(payload)
        if (payload === 1 && seen.length === 1) throw new Error('again')
      })
      await own.events.emit('clients', 'clients.created', [1, 2])
      await until('the later one is done', async () => (await rows().where({ state: 'done' })).length === 1)
      expect(seen).to.deep.equal([1, 2])
      await rows().where({ state: 'waiting' }).update({ run_at: new Date().toISOString() })
      await until('both are done', async () => (await rows().where({ state: 'done' })).length === 2)
      expect(seen).to.deep.equal([1, 2, 1])
      await own.end()
    })

    it('are handled by all handlers of a plugin, one after another', async () => {
      const seen: string[] = []
      on('clients.created', async () => {
        await pause(20)
        seen.push('first')
      })
      on('clients.created', () => void seen.push('second'))
      await emit('clients.created')
      await allDone(1)
      expect(seen).to.deep.equal(['first', 'second'])
    })

    it('are refused once too many of one plugin wait for one subscriber; others may emit, and go on for it', async () => {
      const few = await openJobs(await openDatabase(await target.place(jobMigrations)), { backlog: 20 })
      const emit = (plugin: string, count: number) =>
        few.events.emit(plugin, `${plugin}.rained`, Array.from({ length: count }))
      for (const plugin of ['reader', 'idle'])
        few.events.subscribe(plugin, new Set(['flooding.rained', 'clients.rained']))
      await until('the subscriptions', async () => (await few.database.knex('platform_subscriptions')).length === 4)
      expect(await rejection(emit('flooding', 21))).to.include({ status: 503, code: 'job_backlog_full' })
      for (let count = 0; count < 4; count += 1) await emit('flooding', 5)
      const refused = await rejection(emit('flooding', 2))
      expect(refused).to.include({ status: 503, code: 'job_backlog_full' })
      expect(String(refused)).to.include(
        'The events of the plugin [flooding] that wait for [idle] have reached the limit of 20',
      )
      expect(await few.rows()).to.have.length(40)
      await emit('clients', 20)
      expect(await few.rows()).to.have.length(80)
      await few.database.knex('platform_jobs').where({ name: 'flooding.rained' }).delete()
      await until('the flooding to be let in again', () => emit('flooding', 1).catch(() => undefined))
      await few.end()
    })

    it('are admitted one by one although many at once were refused', async () => {
      const few = await openJobs(await openDatabase(await target.place(jobMigrations)), { backlog: 20 })
      few.events.subscribe('idle', new Set(['flooding.rained']))
      await until('the subscription', async () => (await few.database.knex('platform_subscriptions')).length === 1)
      const emit = (count: number) => few.events.emit('flooding', 'flooding.rained', Array.from({ length: count }))
      await emit(15)
      expect(String(await rejection(emit(10)))).to.include('emitted 10 events at once')
      await emit(1)
      expect(await few.rows()).to.have.length(16)
      await few.end()
    })

    it('can be emitted only by the plugin in their name', async () => {
      expect(await rejection(emit('fleet.created'))).to.include({ code: 'name_foreign' })
      expect(await rejection(emit('created'))).to.include({ code: 'id_invalid' })
      expect(await rejection(emit('clients.Created'))).to.include({ code: 'id_invalid' })
    })
  })
})
