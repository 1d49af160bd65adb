import { openPractice } from '../../plugins/clients/test/open-practice.ts'
import { describePractice } from '../../plugins/clients/test/suites/describe-practice.ts'
import { createPostgresDatabase } from '../helpers/databases.ts'

// On SQLite the plugin's own tests run the same.
describe('A practice on PostgreSQL', () => {
  describePractice(async () => openPractice({ databaseUrl: await createPostgresDatabase() }))
})
