import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { backUp } from '../../../../host/base/backup/index.ts'
import { FROM_SOURCES } from '../../../helpers/run-child.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'
import { type Archive, backupIn, contentOf, openArchive, placeOf, readArchive, restoreAs } from './backed-up.ts'

/** `ATRIUM_BACKUP_KILLS=50 npm test -- test/host/base/backup/backup-killed.test.ts` kills as many of each. */
const KILLS = Number(process.env.ATRIUM_BACKUP_KILLS ?? 2)
const DOCUMENTS = 60
const HELPERS = pathToFileURL(path.join(import.meta.dirname, 'backed-up.ts')).href
const ROOM = pathToFileURL(path.join(import.meta.dirname, '../../../../host/base/backup/index.ts')).href

describe(`What is killed ${KILLS} times at random moments`, function () {
  this.timeout(Math.max(600_000, KILLS * 20_000))
  let folder: string
  let remove: () => Promise<void>
  let worker: ChildProcess | undefined
  beforeEach(async () => ({ directory: folder, remove } = await createTestDirectory()))
  afterEach(async () => {
    worker?.kill('SIGKILL')
    await remove()
  })

  /** Repeats the work in a process, and kills it at any moment of the second or third time. */
  async function killDuring(work: string): Promise<void> {
    const source = `import { backUp, restore } from ${JSON.stringify(ROOM)}
      import { restoreAs } from ${JSON.stringify(HELPERS)}
      process.stdin.on('end', () => process.exit()).resume()
      const begun = performance.now()
      for (let turn = 0; ; turn += 1) {
        ${work}
        if (turn === 0) console.log(performance.now() - begun)
      }`
    const args = [...FROM_SOURCES, '--input-type=module', '--eval', source]
    worker = spawn(process.execPath, args, { cwd: process.cwd(), stdio: ['pipe', 'pipe', 'inherit'] })
    const [duration] = (await once(worker.stdout!, 'data')) as [Buffer]
    await pause(Math.random() * 2 * Number(duration.toString()))
    const gone = once(worker, 'exit')
    worker.kill('SIGKILL')
    await gone
  }

  const code = (place: ReturnType<typeof placeOf>) =>
    `{ ...${JSON.stringify({ ...place, secretKeys: [] })}, secretKeys: [Buffer.from('${place.secretKeys[0]?.toString('base64') ?? ''}', 'base64')] }`

  const fill = async (archive: Archive, documents: number) => {
    for (let turn = 0; turn < documents / 2; turn += 1) await archive.addTwo()
  }

  it('a backup is the former file or the new one, never half of one', async () => {
    const data = { dataDir: path.join(folder, 'data'), sqlite: 'sqlite3' as const }
    const archive = await openArchive(data)
    await fill(archive, DOCUMENTS)
    const place = placeOf(data)
    const file = backupIn(folder)
    await backUp({ ...place, file })
    for (let kill = 0; kill < KILLS; kill += 1) {
      await archive.addTwo()
      await killDuring(`await backUp({ ...${code(place)}, file: ${JSON.stringify(file)}, overwrite: true })`)
      const there = { ...data, dataDir: path.join(folder, `restored-${kill}`) }
      await restoreAs({ ...place, dataDir: there.dataDir }, file)
      const { names, texts } = await readArchive(there)
      expect(texts).to.deep.equal(names)
      expect(names.length).to.be.within(DOCUMENTS, DOCUMENTS + 2 * (kill + 1))
    }
    await archive.close()
    await backUp({ ...place, file, overwrite: true })
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).to.deep.equal([])
  })

  it('a restore leaves the former data or the restored data, never half of them', async () => {
    const data = { dataDir: path.join(folder, 'data'), sqlite: 'sqlite3' as const }
    const place = placeOf(data)
    const archive = await openArchive(data)
    await fill(archive, DOCUMENTS)
    const small = backupIn(folder, 'small')
    await backUp({ ...place, file: small })
    await fill(archive, DOCUMENTS)
    await archive.close()
    const large = backupIn(folder, 'large')
    await backUp({ ...place, file: large })
    const sizes = { small: 0, large: 0 }
    for (let kill = 0; kill < KILLS; kill += 1) {
      await killDuring(
        `await restoreAs(${code(place)}, [${JSON.stringify(small)}, ${JSON.stringify(large)}][turn % 2])`,
      )
      const { names, texts } = await readArchive(data)
      expect(texts).to.deep.equal(names)
      expect(names.length).to.be.oneOf([DOCUMENTS, 2 * DOCUMENTS])
      sizes[names.length === DOCUMENTS ? 'small' : 'large'] += 1
    }
    if (process.env.ATRIUM_BACKUP_KILLS !== undefined) console.log('states after the kills', sizes)
    await restoreAs(place, small)
    expect((await readArchive(data)).names).to.have.lengthOf(DOCUMENTS)
    expect(await contentOf(data.dataDir)).to.deep.equal(['atrium.sqlite', 'files', 'host.lock'])
  })
})
