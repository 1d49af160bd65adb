import type { Knex } from '@atrium/sdk'
import { expect } from 'chai'
import { openDatabase, type OpenDatabaseOptions } from '../../host/base/db/index.ts'
import { startTestHost } from '../../host/testing/index.ts'
import { eachDatabase } from '../helpers/databases.ts'
import { rejection } from '../helpers/rejection.ts'

const NEWER = 'jobs-099-of-a-later-version'

describe('A database that a newer host has used', () => {
  eachDatabase((target) => {
    it('is refused by an older one, which names the migrations and changes nothing', async () => {
      const place = await target.place()
      const start = () => startTestHost({ dataDir: place.dataDir, ...(place.url && { databaseUrl: place.url }) })
      await (await start()).close()
      await withLedger(place, (rows) => rows.insert({ name: NEWER, source_hash: '1', applied_at: '' }))
      const before: unknown = await withLedger(place, (rows) => rows.orderBy('name'))

      const error = await rejection(start())
      expect(error).to.include({ name: 'DatabaseError', code: 'database_newer' })
      expect(error.message).to.include(`[${NEWER}]`).and.include('Start the newer version')
      expect(await withLedger(place, (rows) => rows.orderBy('name'))).to.deep.equal(before)
    })
  })
})

/** Runs a query on the migrations of the platform. */
async function withLedger<Result>(place: OpenDatabaseOptions, query: (rows: Knex.QueryBuilder) => PromiseLike<Result>) {
  const database = await openDatabase(place)
  try {
    return await query(database.knex('platform_migrations'))
  } finally {
    await database.close()
  }
}
