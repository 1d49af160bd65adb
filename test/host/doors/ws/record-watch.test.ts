import { expect } from 'chai'
import { type Database, openDatabase, type Writes } from '../../../../host/base/db/index.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { Registries } from '../../../../host/core/registries/index.ts'
import { RecordWatch } from '../../../../host/doors/ws/record-watch.ts'
import { WriteSignals } from '../../../../host/doors/ws/write-signals.ts'
import { target } from '../../../helpers/databases.ts'
import { until } from '../../../helpers/until.ts'

describe('A host on which nobody watches', () => {
  let here: Database
  let there: Database
  let watch: RecordWatch
  let listener: WriteSignals
  let heard: (Writes | undefined)[]

  beforeEach('open two connections to one database', async () => {
    const place = await target('postgres').place()
    here = await openDatabase(place)
    there = await openDatabase(place)
    await here.knex.schema.createTable('vans', (table) => void table.increments('id'))
  })
  beforeEach(() => {
    heard = []
    watch = new RecordWatch({ registries: new Registries(), database: here, log: silentLogger })
    const { signals } = there
    if (signals === undefined) throw new Error('PostgreSQL has signals.')
    const hear = (writes: Writes | undefined) => heard.push(writes)
    listener = new WriteSignals({ signals, log: silentLogger, hear, onHeard: () => undefined })
  })
  afterEach(async () => {
    await listener.close()
    await watch.close()
    await here.close()
    await there.close()
  })
  const tables = () => heard.flatMap((writes) => [...(writes?.tables.keys() ?? [])])

  it('looks at no statement until somebody watches on another host', async () => {
    expect(here.writes.isFollowed).to.equal(false)
    const stop = listener.watch()
    await until('the other host follows', () => here.writes.isFollowed)
    await here.context('vans').insert({})
    await until('news', () => tables().includes('vans'))
    stop()
  })

  it('tells the others what was written until it has closed its database, not only until it has begun to stop', async () => {
    const stop = listener.watch()
    await until('the other host follows', () => here.writes.isFollowed)
    await here.context('vans').insert({})
    await watch.close()
    await until('what waited when it began to stop', () => tables().length === 1)
    await here.context('vans').insert({})
    await until('what a request under way wrote', () => tables().length === 2)
    stop()
  })
})
