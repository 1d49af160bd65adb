import { expect } from 'chai'
import type { Knex } from 'knex'
import { type Database, openDatabase } from '../../../../host/base/db/index.ts'
import { jobMigrations } from '../../../../host/core/jobs/job-migrations.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { until } from '../../../helpers/until.ts'
import { openJobs, type TestJobs } from './open-jobs.ts'

/** PostgreSQL reads a table of a few pages from its beginning to its end. */
const MANY = 6_000

describe('Claims of jobs and events', () => {
  eachDatabase((target) => {
    let jobs: TestJobs
    let release: (() => void) | undefined
    before(async () => {
      jobs = await openJobs(await openDatabase(await target.place(jobMigrations)))
    })
    after(async () => {
      release?.()
      await jobs.end()
    })
    const hang = () => new Promise<void>((resolve) => (release = resolve))

    it('read only the jobs that they take, however many wait', async () => {
      const claim = claimOf(jobs.database)
      jobs.handle('drop', hang)
      await jobs.database.transaction(async () => {
        for (let at = 0; at < MANY; at++) await jobs.add('drop', at)
      })
      await requireFewRows(jobs.database, await claim)
    })

    if (target.dialect === 'postgres')
      it('cannot use the index of keys, which has no job without one', async () => {
        const { rows } = await jobs.database.knex.raw<{ rows: { size: string }[] }>(
          `select pg_relation_size('platform_jobs_key') as size`,
        )
        expect(Number(rows[0]?.size), 'its first page').to.equal(8_192)
      })

    it('read only the event that they take, however many wait and have ended', async () => {
      const claim = claimOf(jobs.database)
      await jobs.database.knex('platform_jobs').update({ state: 'failed' })
      jobs.on('fleet.moved', hang)
      await jobs.events.emit('fleet', 'fleet.moved', Array.from({ length: MANY }).fill(0))
      await requireFewRows(jobs.database, await claim)
    })
  })
})

type Statement = Pick<Knex.Sql, 'sql' | 'bindings'>

/** Resolves with the next statement that claims something. */
function claimOf({ knex }: Database): Promise<Statement> {
  let claim: Statement | undefined
  const note = (statement: Statement) => {
    if (statement.sql.includes('attempt + 1')) claim ??= statement
  }
  knex.on('query', note)
  return until('a claim', () => claim).finally(() => knex.removeListener('query', note))
}

/** Asks the database how it finds the rows of the statement, while many wait. */
async function requireFewRows({ knex, dialect }: Database, { sql, bindings }: Statement): Promise<void> {
  // An event that runs keeps the others from being looked for.
  await knex('platform_jobs').where({ state: 'running' }).update({ state: 'failed' })
  if (dialect === 'sqlite') {
    const steps: { detail: string }[] = await knex.raw(`explain query plan ${sql}`, bindings)
    const details = steps.map(({ detail }) => detail)
    expect(details.join('\n')).not.to.match(/TEMP B-TREE|SCAN platform_jobs/)
    return
  }
  const explained = await knex.raw<{ rows: [{ 'QUERY PLAN': [{ Plan: Plan }] }] }>(
    `explain (analyze, format json) ${sql.replaceAll(/\$\d+/g, '?')}`,
    bindings,
  )
  const read = rowsRead(explained.rows[0]['QUERY PLAN'][0].Plan)
  expect(read).to.be.below(50)
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** The rows that all scans of a plan have read. */
function rowsRead({ Plans = [], ...node }: Plan): number {
  const own = node['Node Type'].includes('Scan') ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0
  return Plans.reduce((sum, plan) => sum + rowsRead(plan), own)
}
