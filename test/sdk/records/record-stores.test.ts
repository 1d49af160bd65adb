import { array_store, etag_of, table_store, type WritableStore, wrap_store } from '@atrium/sdk'
import { expect } from 'chai'
import {
  CONFORMANCE_RULES,
  ConformanceRecord,
  type ConformanceStore,
  record_store_conformance,
} from '@atrium/sdk/testing'
import type { Database } from '../../../host/base/db/index.ts'
import { eachDriver } from '../../helpers/databases.ts'

const { sort, filter, search } = CONFORMANCE_RULES

describe('an array store', () => {
  const open = () => array_store([], ConformanceRecord, { sort, filter, search })
  record_store_conformance({ open })
  hasTagsOfVersions(open)
})

describe('a store of your own', () => {
  /** A system that only reads all records, and writes whole ones. */
  record_store_conformance({ open: () => ownStore() as ConformanceStore })
})

describe('a table store', () => {
  eachDriver((target) => {
    let database: Database
    before(async () => {
      database = await target.open()
      await createTable(database)
    })
    beforeEach(() => database.knex('records').delete())

    const open = () => table_store(database.context, 'records', ConformanceRecord, { sort, filter, search })
    record_store_conformance({ open })
    hasTagsOfVersions(open)
    describe('within another store', () => {
      record_store_conformance({ open: () => around(open()) as ConformanceStore })
    })
  })
})

function hasTagsOfVersions(open: () => WritableStore<ConformanceRecord>): void {
  it('has ETags of the id and the version', async () => {
    const store = open()
    const record = await store.create({ name: 'Lamp', price: 1 })
    expect(etag_of(record)).to.equal(`${record.id}.1`)
    expect(etag_of(await store.update(record.id, { price: 2 }))).to.equal(`${record.id}.2`)
    const [made] = await store.create_many([{ name: 'Rug', price: 1 }])
    expect(made).to.have.property('value')
    if (made && 'value' in made) expect(etag_of(made.value)).to.equal(`${made.value.id}.1`)
  })
}

/** Every method replaced by one that copies what the table returns, and so loses its ETag. */
function around(table: WritableStore<ConformanceRecord>) {
  const copy = (record: ConformanceRecord) => ({ ...record })
  return wrap_store(table, {
    list: (query) => table.list(query),
    get: async (id) => copy(await table.get(id)),
    create: async (values) => copy(await table.create(values)),
    update: async (id, patch, options) => copy(await table.update(id, patch, options)),
    delete: async (id, options) => void (await table.delete(id, options)),
  })
}

function ownStore() {
  const kept = new Map<number, ConformanceRecord>()
  const all = async () => array_store([...kept.values()], ConformanceRecord, { sort, filter, search })
  return wrap_store(ConformanceRecord, {
    rules: { sort, filter, search },
    list: async (query) => (await all()).list(query),
    get: async (id) => kept.get(id as number),
    create: async (values) => {
      const record = { ...values, id: kept.size + 1 } as ConformanceRecord
      kept.set(record.id, record)
      return record
    },
    replace: async (record) => {
      kept.set(record.id, record)
      return record
    },
    delete: async (id) => void kept.delete(id as number),
  })
}

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
