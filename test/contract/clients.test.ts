import { openPractice } from '../../plugins/clients/test/open-practice.ts'
import { describePractice } from '../../plugins/clients/test/suites/describe-practice.ts'
import { createPlatformDatabase } from '../helpers/platform-database.ts'

// The plugin's own tests run the same suites on SQLite.
describe('The clients plugin on PostgreSQL', () => {
  describePractice(async () => openPractice({ databaseUrl: await createPlatformDatabase() }))
})
