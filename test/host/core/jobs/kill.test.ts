import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, type OpenDatabaseOptions } from '../../../../host/base/db/index.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { type Child, FROM_SOURCES, runChild } from '../../../helpers/run-child.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'
import { until } from '../../../helpers/until.ts'
import type { WorkerOptions } from './mortal-worker.ts'
import { openJobs } from './open-jobs.ts'

const KILLS = 2
/** Each host adds some when it starts. */
const ADDED = 60
const JOBS = ADDED * (KILLS + 1)

const startWorker = (options: WorkerOptions): Promise<Child> =>
  runChild(
    `const { mortalWorker } = await import('./test/host/core/jobs/mortal-worker.ts')\nawait mortalWorker(${JSON.stringify(options)})`,
    { flags: FROM_SOURCES },
  )

describe('Hosts that are killed while jobs run', () => {
  eachDatabase((target) => {
    it(`do each of ${JOBS} jobs, however often they are killed`, async () => {
      const { directory, remove } = await createTestDirectory()
      const journal = path.join(directory, 'journal')
      const place = await target.place()
      const workers: Child[] = []
      const start = async (add = ADDED) => void workers.push(await startWorker({ place, journal, add }))
      const noted = async (word: string) => {
        const lines = (await readFile(journal, 'utf8').catch(() => '')).split('\n').map((line) => line.split(' '))
        return lines.filter(([first]) => first === word).map(([, id]) => Number(id))
      }
      try {
        await start()
        if (target.dialect === 'postgres') await start(0)
        for (let kills = 0; kills < KILLS; kills++) {
          await until('they are at it', async () => (await noted('begun')).length >= ADDED * (kills + 0.4))
          await pause(Math.random() * 20)
          await workers.shift()?.kill()
          await start()
        }
        await until('all were done', async () => new Set(await noted('done')).size === JOBS)
        const [begun, done] = [await noted('begun'), await noted('done')]
        expect(begun.length, 'none was begun without need').to.be.at.most(JOBS + KILLS * 4)
        expect(done.length).to.be.at.most(begun.length)
      } finally {
        for (const worker of workers) await worker.kill()
      }
      await requireAllDone(place)
      await remove()
    })
  })
})

/** A finished job may not have been recorded before the last kill; then it runs once more. */
async function requireAllDone(place: OpenDatabaseOptions): Promise<void> {
  const jobs = await openJobs(await openDatabase(place))
  jobs.handle('work', () => undefined)
  await until('nothing is open', async () => (await jobs.rows()).every(({ state }) => state === 'done'))
  expect(await jobs.rows()).to.have.lengthOf(JOBS)
  await jobs.end()
}
