import { openDatabase } from '../../../../host/base/db/index.ts'
import { createPostgresDatabase } from '../../../helpers/databases.ts'
import { startSilentProxy } from '../../../helpers/silent-proxy.ts'
import { until } from '../../../helpers/until.ts'
import { openJobs } from './open-jobs.ts'

/** Nobody looks for jobs in time, so they run only if their host is woken. */
const tick = 600_000

describe('A host whose listening connection was cut without a word', () => {
  it('listens again, and runs what was added meanwhile', async () => {
    const url = await createPostgresDatabase()
    const proxy = await startSilentProxy(url)
    const here = await openJobs(await openDatabase({ dataDir: '', url }), { tick })
    const there = await openJobs(await openDatabase({ dataDir: '', url: proxy.urlOf(url) }), { tick })
    const run: unknown[] = []
    there.handle('inspect', ({ payload }) => void run.push(payload))
    try {
      await until('it listens', () => proxy.silence('listen "atrium_jobs"') > 0)
      await here.add('inspect', 'meanwhile')
      await until('the job', () => run.includes('meanwhile'))
      await here.add('inspect', 'afterwards')
      await until('the next job', () => run.includes('afterwards'))
    } finally {
      await here.end()
      await there.end()
      await proxy.close()
    }
  })
})
