import { array_store, table_store } from '@atrium/sdk'
import { CONFORMANCE_RULES, ConformanceRecord, record_store_conformance } from '@atrium/sdk/testing'
import type { Database } from '../../../host/base/db/index.ts'
import { eachDriver } from '../../helpers/databases.ts'

const { sort, filter, search } = CONFORMANCE_RULES

describe('an array store', () => {
  record_store_conformance({ open: () => array_store([], ConformanceRecord, { sort, filter, search }) })
})

describe('a table store', () => {
  eachDriver((target) => {
    let database: Database
    before(async () => {
      database = await target.open()
      await createTable(database)
    })
    beforeEach(() => database.knex('records').delete())

    record_store_conformance({
      open: () => table_store(database.context, 'records', ConformanceRecord, { sort, filter, search }),
    })
  })
})

async function createTable(database: Database): Promise<void> {
  await database.knex.schema.createTable('records', (table) => {
    table.increments('id')
    table.text('name').notNullable()
    table.text('status').notNullable()
    table.bigInteger('price').notNullable()
    table.double('weight')
    table.boolean('visible').notNullable()
    table.text('notes')
    table.text('owner')
    table.date('day')
    table.timestamp('starts_at')
    table.json('tags').notNullable()
    table.jsonb('place')
    table.timestamp('created_at').notNullable()
    table.timestamp('updated_at').notNullable()
    table.integer('version').notNullable()
  })
}
