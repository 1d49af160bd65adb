import { openPractice } from '../../plugins/booking/test/open-practice.ts'
import { describePractice } from '../../plugins/booking/test/suites/describe-practice.ts'
import { createPostgresDatabase } from '../helpers/databases.ts'

// On SQLite the plugin's own tests run the same.
describe('Booking on PostgreSQL', function () {
  this.timeout(60_000) // the server has to be started first
  describePractice(async (options) => openPractice({ databaseUrl: await createPostgresDatabase(), ...options }))
})
