import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { watchPaths } from '../../../../host/base/lifetime/index.ts'
import { until } from '../../../helpers/until.ts'

const watched = () => process.getActiveResourcesInfo().filter((kind) => kind === 'FSEventWrap').length

describe('watchPaths', () => {
  it('watches nothing after it was closed, also if chokidar adds a path again, as it does for a file that goes meanwhile', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'atrium-watch-'))
    const before = watched()
    const watcher = watchPaths(directory)
    await once(watcher, 'ready')
    await watcher.close()
    watcher.add(directory)
    // By then the first would watch as well.
    const second = watchPaths(directory)
    await once(second, 'ready')
    await second.close()
    await until('the end of both watches', () => watched() <= before)
    expect(watcher.closed).to.equal(true)
    await rm(directory, { recursive: true })
  })
})
