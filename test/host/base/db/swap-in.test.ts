import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { settleRestore, STAGED } from '../../../../host/base/db/index.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

const BEFORE = 'before-restore-x'

/** What puts restored files in place, in order. */
const STEPS = [
  ['files', `${BEFORE}/files`],
  ['atrium.sqlite-wal', `${BEFORE}/atrium.sqlite-wal`],
  ['atrium.sqlite-shm', `${BEFORE}/atrium.sqlite-shm`],
  ['atrium.sqlite', `${BEFORE}/atrium.sqlite`],
  [`${STAGED}/files`, 'files'],
  [`${STAGED}/atrium.sqlite`, 'atrium.sqlite'],
] as const

describe('A restore that was killed while it put its files in place', () => {
  for (let done = 0; done <= STEPS.length; done += 1) {
    it(`is finished by the next one, after ${done} of ${STEPS.length} renames`, async () => {
      const { directory, remove } = await createTestDirectory()
      const at = (name: string) => path.join(directory, name)
      for (const folder of ['files', `${STAGED}/files`, BEFORE]) await mkdir(at(folder), { recursive: true })
      for (const name of ['files/a', 'atrium.sqlite', 'atrium.sqlite-wal', 'atrium.sqlite-shm']) {
        await writeFile(at(name), 'former')
      }
      for (const name of ['files/b', 'atrium.sqlite']) await writeFile(at(`${STAGED}/${name}`), 'restored')
      await writeFile(at('restore.json'), JSON.stringify({ before: BEFORE }))
      for (const [from, to] of STEPS.slice(0, done)) await rename(at(from), at(to))

      await settleRestore(directory)
      await settleRestore(directory)
      expect((await readdir(directory)).sort()).to.deep.equal(['atrium.sqlite', BEFORE, 'files'])
      expect(await readFile(at('atrium.sqlite'), 'utf8')).to.equal('restored')
      expect(await readdir(at('files'))).to.deep.equal(['b'])
      const kept = ['atrium.sqlite', 'atrium.sqlite-shm', 'atrium.sqlite-wal', 'files']
      expect((await readdir(at(BEFORE))).sort()).to.deep.equal(kept)
      expect(await readFile(at(`${BEFORE}/atrium.sqlite-wal`), 'utf8')).to.equal('former')
      await remove()
    })
  }
})
