import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { expect } from 'chai'
import path from 'node:path'
import { openPractice } from '../../plugins/booking/test/open-practice.ts'
import type { Practice } from '../../plugins/booking/test/practice.ts'

describe('A page of bookings on SQLite', () => {
  let practice: Practice
  let database: DatabaseSyncInstance
  before(async () => {
    practice = await openPractice()
    database = new DatabaseSync(path.join(practice.host.dataDir, 'atrium.sqlite'), { readOnly: true })
  })
  after(async () => {
    database.close()
    await practice.host.close()
  })

  const filters = ['status', 'client_id', 'specialist_id', 'service_id', 'location_id'] as const
  for (const filter of filters) {
    it(`filtered by ${filter} is read from an index in the order of start, without sorting`, () => {
      const page = `SELECT * FROM booking_bookings WHERE ${filter} = ? ORDER BY starts_at, id LIMIT 25`
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${page}`).all(1) as { detail: string }[]
      expect(plan.map(({ detail }) => detail).join()).to.match(
        /^SEARCH booking_bookings USING INDEX \S+ \([a-z_]+=\?\)$/,
      )
    })
  }
})
