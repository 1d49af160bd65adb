import { expect } from 'chai'
import { jobMigrations } from '../../../../host/core/jobs/job-migrations.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../../../host/base/db/index.ts'
import type { JobRow } from '../../../../host/core/jobs/job-table.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { startPostgresCluster } from '../../../helpers/postgres-cluster.ts'
import { until } from '../../../helpers/until.ts'
import { openJobs, type TestJobs } from './open-jobs.ts'

const HOUR = 60 * 60_000

describe('jobs of a dead host', () => {
  eachDatabase((target) => {
    let jobs: TestJobs
    const also: TestJobs[] = []
    beforeEach(async () => {
      jobs = await openJobs(await target.openMigrated(jobMigrations))
    })
    afterEach(async () => {
      for (const each of [jobs, ...also.splice(0)]) await each.close()
    })
    const another = async () => {
      const other = await openJobs(jobs.database)
      also.push(other)
      return other
    }
    const change = (values: object) => jobs.database.knex('platform_jobs').update(values)
    const first = async () => (await jobs.rows())[0] as JobRow
    const running = (leasedFor: number) => ({
      state: 'running',
      attempt: 1,
      claimed_by: 'gone',
      leased_until: new Date(Date.now() + leasedFor).toISOString(),
    })

    it('are taken over when their lease expires', async () => {
      await jobs.add('work')
      const lease = running(300)
      await change(lease)
      const tries: { attempt: number; early: boolean }[] = []
      jobs.handle('work', ({ row: { attempt } }) => {
        tries.push({ attempt, early: Date.now() < Date.parse(lease.leased_until) })
      })
      await until('it is done', async () => (await first()).state === 'done')
      expect(tries).to.deep.equal([{ attempt: 1, early: false }])
    })

    it('do not use up their tries', async () => {
      await jobs.add('work', null, { attempts: 1 })
      await change(running(-1))
      await until('it waits', async () => (await first()).state === 'waiting')
      expect(await first()).to.include({ attempt: 0, interruptions: 1, claimed_by: null })
      expect((await first()).error).to.equal('The host ended while the job was running (1 of at most 10 times).')
      jobs.handle('work', () => undefined)
      await until('it is done', async () => (await first()).state === 'done')
    })

    it('are started again at once four times, then after growing pauses', async () => {
      await jobs.add('work')
      const due = async (interruptions: number) => {
        await change({ ...running(-1), interruptions, run_at: new Date(0).toISOString() })
        await until('it waits', async () => (await first()).state === 'waiting')
        return Date.parse((await first()).run_at) > 0
      }
      expect([await due(2), await due(3), await due(4), await due(8)]).to.deep.equal([false, false, true, true])
    })

    it('are given up when hosts have ended ten times while they ran, until an operator retries them', async () => {
      const told: string[] = []
      const nothing = () => Promise.resolve()
      const givenUp = async ({ name }: JobRow) => void told.push(name)
      jobs.queue.own('fleet', { cancelled: nothing, retried: nothing, givenUp })
      await jobs.add('work')
      await change({ ...running(-1), interruptions: 9 })
      const row = await until('it has failed', async () => ((await first()).state === 'failed' ? first() : undefined))
      expect(row).to.include({ claimed_by: null, attempt: 0, interruptions: 10 })
      expect(row.error).to.contain('ended 10 times while the job was running, so it is not started again')
      await until('its owner to know', () => told.includes('work'))
      await jobs.queue.retry(row.id)
      expect(await first()).to.include({ state: 'waiting', attempt: 0, interruptions: 0 })
    })

    it('are taken over at once by the next host if there can be only one', async () => {
      await jobs.add('work')
      await change(running(HOUR))
      const next = await another()
      const { state } = await first()
      expect(state).to.equal(target.dialect === 'sqlite' ? 'waiting' : 'running')
      next.handle('work', () => undefined)
      if (target.dialect === 'sqlite') await until('it is done', async () => (await first()).state === 'done')
    })

    it('stay with a host that renews its leases', async () => {
      const { database } = jobs
      // Long enough for a machine that stands still for a while.
      const brisk = await openJobs(database, { lease: 20_000 })
      also.push(brisk)
      let tries = 0
      const leasedUntil = async () => Date.parse(String((await first()).leased_until))
      brisk.handle('work', async () => {
        tries += 1
        const begun = await leasedUntil()
        await until('its lease to be renewed again and again', async () => (await leasedUntil()) > begun + 1_000)
      })
      await jobs.add('work')
      await until('it is done', async () => (await first()).state === 'done')
      expect(tries).to.equal(1)
    })

    it('that are still running there are stopped, and their outcome is not stored', async () => {
      let reason: unknown
      jobs.handle('work', async ({ signal }) => {
        // Its lease must not end before the test does: then it would be taken over and run again.
        await change({ claimed_by: 'another', leased_until: new Date(Date.now() + HOUR).toISOString() })
        await pause(HOUR, undefined, { signal }).catch((error: Error) => (reason = error.name))
      })
      await jobs.add('work')
      await until('it was told', () => reason === 'AbortError')
      await pause(50)
      expect(await first()).to.include({ state: 'running', claimed_by: 'another' })
    })

    it('are given back by a closing host, and the try does not count', async () => {
      const other = await another()
      let begun = false
      other.handle('work', async ({ signal }) => {
        begun = true
        await pause(HOUR, undefined, { signal })
      })
      await jobs.add('work')
      await until('it runs', () => begun)
      await other.close()
      expect(await first()).to.include({ state: 'waiting', attempt: 0 })
    })

    it('keep their key, unless another with it waits or runs', async () => {
      await jobs.add('work', 1, { key: 'k' })
      await change({ state: 'running', attempt: 1, claimed_by: 'gone', leased_until: new Date(0).toISOString() })
      await until('it waits', async () => (await first()).state === 'waiting')
      expect(await first()).to.include({ key: 'k' })
      await change({ state: 'running' })
      await jobs.add('work', 2, { key: 'k' })
      await change({ state: 'running', claimed_by: 'gone', leased_until: new Date(0).toISOString() })
      await until('both wait', async () => (await jobs.rows()).every(({ state }) => state === 'waiting'))
    })
  })
})

describe('two hosts on one database', () => {
  eachDatabase((target) => {
    if (target.dialect === 'sqlite') return
    it('never run a job twice, and wake each other', async () => {
      const one = await openJobs(await target.openMigrated(jobMigrations), { tick: 60_000 })
      const two = await openJobs(one.database, { tick: 60_000 })
      const began = new Map<number, number>()
      for (const host of [one, two]) {
        host.handle('work', async ({ row }) => {
          began.set(row.id, (began.get(row.id) ?? 0) + 1)
          await pause(2)
        })
      }
      await Promise.all(Array.from({ length: 200 }, (_, index) => (index % 2 ? one : two).add('work', index)))
      const done = async () => (await one.rows()).filter(({ state }) => state === 'done').length === 200
      await until('all are done', done)
      expect([...began.values()]).to.deep.equal(Array(200).fill(1))
      expect(new Set((await one.rows()).map(({ attempt }) => attempt))).to.deep.equal(new Set([1]))

      two.handle('theirs', () => undefined)
      await one.add('theirs')
      await until('the other has done it', async () => (await one.rows()).at(-1)?.state === 'done')
      await one.close()
      await two.close()
    })
  })
})

describe('jobs while the database is away', () => {
  it('continue when it is back: running ones and new ones', async function () {
    const cluster = await startPostgresCluster()
    const jobs = await openJobs(await openDatabase({ dataDir: '', url: cluster.url }))
    let [begun, finish] = [0, () => {}]
    jobs.handle('work', () => {
      begun += 1
      return begun > 1 ? undefined : new Promise<void>((resolve) => (finish = resolve))
    })
    const states = () =>
      jobs.rows().then(
        (rows) => rows.map(({ state }) => state),
        () => [],
      )
    try {
      await jobs.add('work')
      await until('it runs', () => begun === 1)
      await cluster.stop()
      finish()
      await pause(300)
      await cluster.start()
      await until('it is done', async () => (await states())[0] === 'done')
      await jobs.add('work')
      await until('the next is done', async () => (await states())[1] === 'done')
    } finally {
      await jobs.end()
      await cluster.remove()
    }
  })
})
