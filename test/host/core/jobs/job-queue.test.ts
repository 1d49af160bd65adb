import { present_caller } from '@atrium/sdk'
import { as_caller, present_request } from '@atrium/sdk/host'
import { expect } from 'chai'
import { jobMigrations } from '../../../../host/core/jobs/job-migrations.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../../../host/base/db/index.ts'
import { sweepJobs } from '../../../../host/core/jobs/create-jobs.ts'
import { Hold } from '../../../../host/base/lifetime/index.ts'
import { presentOwner } from '../../../../host/core/operations/index.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'
import { ADA } from '../operations/fixture.ts'
import { openJobs, type TestJobs } from './open-jobs.ts'

const HOUR = 60 * 60_000

describe('jobs', () => {
  eachDatabase((target) => {
    let jobs: TestJobs
    before(async () => {
      // Longer than a busy machine stands still, so that no job is taken for that of a dead host.
      jobs = await openJobs(await openDatabase(await target.place(jobMigrations)), { lease: 20_000 })
    })
    after(() => jobs.end())
    const undo: (() => void)[] = []
    afterEach(async () => {
      for (const each of undo.splice(0)) each()
      await until('nothing runs', async () => (await jobs.rows()).every(({ state }) => state !== 'running'))
      await jobs.database.knex('platform_jobs').delete()
    })
    const handle: TestJobs['handle'] = (...parameters) => {
      undo.push(jobs.handle(...parameters))
      return undo.at(-1) as () => void
    }
    const settled = (state: string, count = 1) =>
      until(`${count} ${state}`, async () => {
        const rows = (await jobs.rows()).filter((row) => row.state === state)
        return rows.length === count ? rows : undefined
      })

    it('run once their transaction is committed, and never after a rollback', async () => {
      const ran: unknown[] = []
      handle('greet', ({ payload }) => void ran.push(payload))
      await rejection(
        jobs.database.transaction(async () => {
          await jobs.add('greet', 'never')
          throw new Error('no')
        }),
      )
      await jobs.database.transaction(async () => {
        await jobs.add('greet', { to: 'Ada' })
        await pause(50)
        expect(ran).to.be.empty
      })
      const [row] = await settled('done')
      expect(ran).to.deep.equal([{ to: 'Ada' }])
      expect(row).to.include({ plugin: 'fleet', kind: 'job', name: 'greet', attempt: 1, claimed_by: null, error: null })
      expect(row?.finished_at).to.be.a('string')
    })

    it('are refused once too many wait, until some have run', async () => {
      const few = await openJobs(await openDatabase(await target.place(jobMigrations)), { backlog: 10 })
      const add = () => few.add('greet')
      for (let count = 0; count < 10; count += 1) await add()
      const refused = await rejection(add())
      expect(refused).to.include({ status: 503, code: 'job_backlog_full' })
      expect(String(refused)).to.include('The plugin [fleet] has 10 jobs that wait')
      expect(await few.rows()).to.have.length(10)
      const stop = few.handle('greet', () => undefined)
      await until('a job to be added again', () =>
        add().then(
          () => true,
          () => undefined,
        ),
      )
      stop()
      await few.end()
    })

    it('are stored together at the end of their transaction or savepoint', async () => {
      const statements: string[] = []
      const note = ({ sql }: { sql: string }) => void (sql.startsWith('insert into') && statements.push(sql))
      jobs.database.knex.on('query', note)
      await jobs.database.transaction(async () => {
        await jobs.add('greet', 1)
        const undone = jobs.database.transaction(async () => {
          await jobs.add('greet', 'never')
          throw new Error('no')
        })
        await rejection(undone)
        await jobs.database.transaction(() => jobs.add('greet', 2))
        for (let number = 3; number <= 10; number++) await jobs.add('greet', number)
      })
      jobs.database.knex.off('query', note)
      expect(statements).to.have.length(2)
      const payloads = (await jobs.rows()).map(({ payload }) => Number(payload))
      expect(payloads).to.have.members([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    })

    it('keep their order and their payloads, however large', async () => {
      const payloads = Array.from({ length: 12 }, (_, at) => `${at} 'ü' "\\" \u0000 ${'x'.repeat(900_000)}`)
      await jobs.database.transaction(async () => {
        for (const payload of payloads) await jobs.add('greet', payload)
      })
      const stored = (await jobs.rows()).map(({ payload }) => JSON.parse(payload) as string)
      expect(stored.map((payload) => payload.slice(0, 20))).to.deep.equal(
        payloads.map((payload) => payload.slice(0, 20)),
      )
      expect(stored.map(({ length }) => length)).to.deep.equal(payloads.map(({ length }) => length))
    })

    it('that end together are stored together, and make room for the next ones together', async () => {
      // Without ticks: each renews the leases with a statement, and on a slow machine there may be many meanwhile.
      const own = await openJobs(await target.open(), { tick: 60_000 })
      own.handle('work', () => undefined)
      const changes: string[] = []
      const note = ({ sql }: { sql: string }) => void (/^(update|begin)/i.test(sql) && changes.push(sql))
      own.database.knex.on('query', note)
      await own.database.transaction(async () => {
        for (let index = 0; index < 40; index++) await own.add('work', index)
      })
      await until('all are done', async () => (await own.rows()).every(({ state }) => state === 'done'))
      own.database.knex.off('query', note)
      await own.close()
      expect(changes.length).to.be.at.most(30)
    })

    it('that end together may end differently', async () => {
      handle('done', () => undefined)
      handle('fail', ({ payload }) => {
        throw new Error(String(payload))
      })
      await jobs.database.transaction(async () => {
        await jobs.add('fail', 'last', { attempts: 1 })
        await jobs.add('done')
        await jobs.add('fail', 'also last', { attempts: 1 })
        await jobs.add('fail', 'not last', { attempts: 2, key: 'one' })
      })
      await until('all of them are stored', async () =>
        (await jobs.rows()).every(({ state, attempt }) => state !== 'running' && attempt > 0),
      )
      const [last, done, alsoLast, notLast] = await jobs.rows()
      expect(last).to.include({ state: 'failed', error: 'Error: last' })
      expect(done).to.include({ state: 'done', error: null })
      expect(alsoLast).to.include({ state: 'failed', error: 'Error: also last' })
      expect(notLast).to.include({ error: 'Error: not last', key: 'one' })
      const [final] = (await settled('failed', 3)).slice(-1)
      expect(final).to.include({ attempt: 2, error: 'Error: not last' })
    })

    it('are claimed in the turns of their plugin, so that many of them do not come before other owners', async () => {
      const owners = new Set<string | undefined>()
      let isNoting = false
      const ownerOf = () => {
        if (isNoting) owners.add(presentOwner())
        return presentOwner()
      }
      const own = await openJobs(await target.open({ ownerOf }), { tick: 60_000 })
      await as_caller(ADA, () => own.add('work'))
      isNoting = true
      const stop = own.handle('work', () => void (isNoting = false))
      await until('it is done', async () => (await own.rows())[0]?.state === 'done')
      expect([...owners].filter((owner) => owner !== undefined)).to.deep.equal(['plugin:fleet'])
      stop()
      await own.close()
    })

    it('that keep the host busy leave time to others who use the database', async () => {
      const own = await openJobs(await target.open({ ownerOf: presentOwner }))
      const begun: number[] = []
      const worked: number[] = []
      await own.database.transaction(async () => {
        for (let index = 0; index < 24; index++) await own.add('work', index)
      })
      let isOver = false
      const others = as_caller(ADA, async () => {
        while (!isOver)
          await own.database.transaction(async (transaction) => void (await transaction('platform_jobs').first()))
      })
      own.handle('work', () => {
        const begins = performance.now()
        while (performance.now() < begins + 10) continue
        begun.push(begins)
        worked.push(performance.now() - begins)
      })
      await until('all are done', async () => (await own.rows()).every(({ state }) => state === 'done'))
      isOver = true
      await others
      await own.close()
      const whole = (begun.at(-1) ?? 0) - (begun[0] ?? 0)
      // Each job works as long as the others. A machine that stands still in one of them adds to the whole time, too.
      const usual = worked.sort((one, other) => one - other)[12] ?? 0
      expect(whole).to.be.at.least(2 * worked.length * usual)
    })

    it('wait while they have no handler', async () => {
      await jobs.add('greet')
      await pause(250)
      expect(await jobs.rows()).to.have.nested.property('[0].state', 'waiting')
      handle('greet', () => undefined)
      await settled('done')
    })

    it('run no earlier than requested', async () => {
      let ran = 0
      handle('later', () => void (ran = Date.now()))
      const run_at = new Date(Date.now() + 300)
      await jobs.add('later', null, { run_at })
      await settled('done')
      expect(ran).to.be.at.least(run_at.getTime())
    })

    it('that fail are retried after a pause, and fail finally after the last try', async () => {
      const tries: number[] = []
      handle('fail', ({ row }) => {
        tries.push(row.attempt)
        throw new RangeError(`no ${row.attempt}`)
      })
      await jobs.add('fail', null, { attempts: 3 })
      const [row] = await settled('failed')
      expect(tries).to.deep.equal([1, 2, 3])
      expect(row).to.include({ attempt: 3, error: 'RangeError: no 3' })
    })

    it('show the last error while they wait for another try', async () => {
      handle('recover', ({ row }) => {
        if (row.attempt === 1) throw new Error('not yet')
      })
      await jobs.add('recover')
      const [row] = await settled('done')
      expect(row).to.include({ attempt: 2, error: null })
    })

    it('with a key wait once', async () => {
      await jobs.add('sync', 1, { key: 'client 7' })
      await jobs.add('sync', 2, { key: 'client 7' })
      await jobs.add('sync', 3, { key: 'client 8' })
      await jobs.add('sync', 4)
      await jobs.add('sync', 5)
      for (const payload of [6, 7]) await jobs.add('sync', payload, { key: 'half a pair \ud800' })
      expect((await jobs.rows()).map(({ payload }) => Number(payload))).to.deep.equal([1, 3, 4, 5, 6])
    })

    it('with a key may be added again once they run, and both run to their end', async () => {
      const ran: unknown[] = []
      handle('sync', async ({ payload, row }) => {
        ran.push(payload)
        if (row.attempt > 1 || payload !== 'first') return
        await jobs.add('sync', 'second', { key: 'one', run_at: new Date(Date.now() + 400) })
        throw new Error('try again')
      })
      await jobs.add('sync', 'first', { key: 'one' })
      await settled('done', 2)
      // The pause before the second try of the first may be the longer one on a slow machine.
      expect(ran).to.have.members(['first', 'first', 'second'])
    })

    it('of one plugin run four at a time', async () => {
      let running = 0
      let most = 0
      handle('work', async () => {
        most = Math.max(most, ++running)
        await pause(20)
        running -= 1
      })
      await jobs.database.transaction(async () => {
        for (let index = 0; index < 12; index++) await jobs.add('work', index)
      })
      await settled('done', 12)
      expect(most).to.equal(4)
    })

    it('run on the plugin’s own account, regardless of who caused them', async () => {
      const seen: unknown[] = []
      handle('who', ({ signal }) => {
        const request = present_request() as { signal: AbortSignal; origin: string }
        seen.push(present_caller()?.kind, present_caller()?.name, request.origin, request.signal === signal)
        seen.push(jobs.database.context.isTransaction ?? false)
      })
      await as_caller(ADA, () => jobs.database.transaction(() => jobs.add('who')), { signal: AbortSignal.abort() })
      await settled('done')
      expect(seen).to.deep.equal(['system', 'fleet', 'job', true, false])
    })

    it('hold their generation, and are given back if it must end', async () => {
      const [former, next] = [new Hold(), new Hold()]
      const ran: string[] = []
      const stop = handle(
        'long',
        async ({ signal }) => {
          ran.push('former')
          await pause(HOUR, undefined, { signal })
        },
        former,
      )
      await jobs.add('long', null, { attempts: 1 })
      await until('it runs', () => ran.length > 0)
      let isIdle = false
      void former.idle().then(() => (isIdle = true))
      stop()
      await pause(20)
      expect(isIdle).to.equal(false)
      former.end()
      await former.idle()
      handle('long', ({ row }) => void ran.push(`next ${row.attempt}`), next)
      await settled('done')
      expect(ran).to.deep.equal(['former', 'next 1'])
    })

    it('go to the latest generation before the previous one is removed', async () => {
      const [former, next] = [new Hold(), new Hold()]
      const ran: string[] = []
      const stop = handle('which', () => void ran.push('former'), former)
      handle('which', () => void ran.push('next'), next)
      stop()
      await jobs.add('which')
      await settled('done')
      expect(ran).to.deep.equal(['next'])
    })

    it('refuse options that would have no effect', async () => {
      const refused = await rejection(jobs.add('greet', 1, { delay: '5 min' } as object))
      expect(refused).to.include({ code: 'argument_invalid', message: '[jobs.add] has no option [delay].' })
    })

    it('refuse payloads that cannot be stored', async () => {
      expect(await rejection(jobs.add('Not a name'))).to.include({ code: 'id_invalid' })
      expect((await rejection(jobs.add('greet', { name: 1n }))).message).to.contain(
        '[greet] contains a BigInt, at [name]',
      )
      expect((await rejection(jobs.add('greet', () => 1))).message).to.contain('[greet] cannot be written as JSON')
    })

    it('are deleted a day after they succeeded and a month after they failed', async () => {
      const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
      for (let index = 0; index < 6; index++) await jobs.add('old')
      const ids = (await jobs.rows()).map(({ id }) => id)
      const change = (index: number, values: object) =>
        jobs.database.knex('platform_jobs').where({ id: ids[index] }).update(values)
      await change(0, { state: 'failed', created_at: ago(40), finished_at: ago(31) })
      await change(1, { state: 'failed', created_at: ago(40), finished_at: ago(29) })
      await change(2, { created_at: ago(31), kind: 'event' })
      await change(3, { created_at: ago(31) })
      await change(4, { state: 'done', created_at: ago(1.2), finished_at: ago(1.1) })
      await change(5, { state: 'done', created_at: ago(1.2), finished_at: ago(0.9) })
      expect(await sweepJobs(jobs.database)).to.equal(3)
      expect((await jobs.rows()).map(({ id }) => ids.indexOf(id))).to.deep.equal([1, 3, 5])
    })

    it('are kept as long as a job of the same change has not been started, so that its undo still tells others', async () => {
      const at = new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString()
      for (let index = 0; index < 2; index++) await jobs.add('tell')
      const [told, untold] = (await jobs.rows()).map(({ id }) => id)
      const change = (id: number | undefined, values: object) =>
        jobs.database
          .knex('platform_jobs')
          .where({ id })
          .update({ undo: 'a-change', created_at: at, ...values })
      await change(told, { state: 'done', started_at: at, finished_at: at })
      await change(untold, {})
      expect(await sweepJobs(jobs.database)).to.equal(0)
      expect(await jobs.queue.drop('a-change')).to.equal(false)
      await change(untold, { state: 'done', started_at: at, finished_at: at })
      expect(await sweepJobs(jobs.database)).to.equal(2)
    })

    it('are kept as long as the operator says after they failed', async () => {
      const at = new Date(Date.now() - 10 * 24 * 60 * 60_000).toISOString()
      await jobs.add('old')
      await jobs.database.knex('platform_jobs').update({ state: 'failed', created_at: at, finished_at: at })
      for (const [days, deleted] of [
        [0, 0],
        [11, 0],
        [9, 1],
      ] as const) {
        expect(await sweepJobs(jobs.database, { days })).to.equal(deleted)
      }
    })
  })
})
