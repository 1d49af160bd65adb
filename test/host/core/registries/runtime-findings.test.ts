import { expect } from 'chai'
import type { Database } from '../../../../host/base/db/index.ts'
import { Hold } from '../../../../host/base/lifetime/index.ts'
import { RuntimeFindings } from '../../../../host/core/registries/runtime-findings.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

describe('The runtime findings of a plugin that fails very often', () => {
  it('count every failure, and read only some of its stacks', () => {
    const findings = new RuntimeFindings()
    let read = 0
    findings.begin('fleet', { lease: new Hold(), locate: () => ((read += 1), { file: 'src/index.ts', line: 7 }) })
    const fail = (work: string) =>
      findings.report({ plugin: 'fleet', code: 'timer_failed', work, error: new Error('no fuel') })
    for (let time = 0; time < 5_000; time += 1) fail('timer every 1 s')
    fail('timer every 2 s')
    const told = findings
      .of('fleet')
      ?.findings.map(({ work, count, message, where }) => ({ work, count, message, where }))
    const where = { file: 'src/index.ts', line: 7 }
    expect(told).to.deep.equal([
      { work: 'timer every 2 s', count: 1, message: 'Error: no fuel', where },
      { work: 'timer every 1 s', count: 5_000, message: 'Error: no fuel', where },
    ])
    expect(read).to.be.below(2_500)
  })

  eachDriver(({ open, dialect, name }) => {
    it('tell in words that code which only reads wanted to change the database', async () => {
      const database = await open()
      await database.knex.schema.createTable('fleet_vans', (table) => void table.integer('price'))
      const findings = new RuntimeFindings()
      findings.begin('fleet', { lease: new Hold(), locate: () => undefined })
      const error = await rejection(dialect === 'sqlite' ? writeInARead(database) : writeReadOnly(database))
      findings.report({ plugin: 'fleet', code: 'uncaught_error', work: 'GET /api/v1/fleet/vans', error })
      expect(findings.of('fleet')?.findings[0], name).to.deep.include({
        message:
          'Code that only reads wanted to change the database, perhaps after the end of its call. Nothing was changed.',
        fix: 'Make the change in a POST, a job, or a timer of `every` or `after`, and await it. A GET, a search and a tool with `read_only` only read.',
      })
    })
  })
})

const writeInARead = (database: Database) => database.reading(() => database.context('fleet_vans').update({ price: 2 }))

/** PostgreSQL lets a pool of readers write outside of a transaction that only reads. */
const writeReadOnly = ({ knex }: Database) =>
  knex.transaction((transaction) => transaction('fleet_vans').update({ price: 2 }), { readOnly: true })
