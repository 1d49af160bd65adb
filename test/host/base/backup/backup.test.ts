import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { backUp } from '../../../../host/base/backup/index.ts'
import { eachSqlite, target } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'
import { backupIn, contentOf, openArchive, placeOf, readArchive, restoreAs } from './backed-up.ts'

const run = promisify(execFile)

/** A new folder on another file system than that of `folder`. Undefined if there is none that can be written. */
async function onOtherFileSystem(folder: string): Promise<string | undefined> {
  const { dev } = await stat(folder)
  for (const place of [tmpdir(), '/dev/shm', path.resolve(import.meta.dirname, '../../../../node_modules')]) {
    const found = await stat(place).catch(() => undefined)
    if (found !== undefined && found.dev !== dev)
      return mkdtemp(path.join(place, 'atrium-test-')).catch(() => undefined)
  }
  return undefined
}

describe('A backup', function () {
  let folder: string
  let remove: () => Promise<void>
  beforeEach(async () => ({ directory: folder, remove } = await createTestDirectory()))
  afterEach(() => remove())

  async function startAfresh() {
    await remove()
    ;({ directory: folder, remove } = await createTestDirectory())
  }

  /** An archive with documents, closed, and a backup of it. */
  async function backedUp(sqlite: 'sqlite3' | 'prebuilt' = 'sqlite3') {
    const data = { dataDir: path.join(folder, 'data'), sqlite }
    const archive = await openArchive(data)
    for (let turn = 0; turn < 3; turn += 1) await archive.addTwo()
    await archive.close()
    const place = placeOf(data)
    const file = backupIn(folder)
    return { data, place, file, written: await backUp({ ...place, file }) }
  }

  eachSqlite(({ name: sqlite }) => {
    it('holds the database and the files, and says what is in it', async () => {
      const { data, place, file, written } = await backedUp(sqlite as 'sqlite3')
      expect(written).to.deep.include({ file, atrium: '1.2.3', database: 'sqlite', files: 'included', file_count: 6 })
      expect(written.migrations).to.deep.equal({ platform: ['001-first'] })
      expect(await readdir(folder)).to.have.members(['atrium.backup', 'data'])

      const there = { ...data, dataDir: path.join(folder, 'elsewhere') }
      const restored = await restoreAs({ ...place, dataDir: there.dataDir }, file)
      expect(restored).to.include({ data_dir: there.dataDir, kept: null, file_count: 6 })
      expect(await readArchive(there)).to.deep.equal(await readArchive(data))
      for (const name of ['atrium.sqlite', 'files']) {
        const { mode } = await stat(path.join(there.dataDir, name))
        expect((mode & 0o777).toString(8)).to.equal(name === 'files' ? '700' : '600')
      }
    })

    it('that is made while documents come and go is a state that some moment really had', async () => {
      const data = { dataDir: path.join(folder, 'data'), sqlite: sqlite as 'sqlite3' }
      const archive = await openArchive(data)
      for (let turn = 0; turn < 20; turn += 1) await archive.addTwo()
      let isOver = false
      const load = (async () => {
        while (!isOver) await Promise.all([archive.addTwo(), archive.removeTwo()])
      })()
      const place = placeOf(data)
      const files = [1, 2, 3].map((number) => backupIn(folder, String(number)))
      for (const file of files) await backUp({ ...place, file })
      isOver = true
      await load
      await archive.close()
      for (const file of files) {
        const there = { ...data, dataDir: `${file}.data` }
        await restoreAs({ ...place, dataDir: there.dataDir }, file)
        const { names, texts } = await readArchive(there)
        expect(texts, 'each row has its file').to.deep.equal(names)
        const first = Number(names[0]?.split(' ')[1])
        expect(first % 2).to.equal(0)
        expect(names).to.deep.equal(names.map((_, at) => `document ${first + at}`))
      }
      expect(await contentOf(path.join(data.dataDir, 'files'))).to.not.include('.deleted')
    })
  })

  it('can be listed with tar', async () => {
    const { file } = await backedUp()
    const { stdout } = await run('tar', ['-tf', file])
    const names = stdout.trim().split('\n')
    expect([names[0], names.length, names.at(-1)]).to.deep.equal(['database.sqlite', 8, 'manifest.json'])
  })

  it('replaces what is there, which is kept in a folder', async () => {
    const { data, place, file } = await backedUp()
    const before = await readArchive(data)
    const archive = await openArchive(data)
    await archive.addTwo()
    await archive.close()
    const changed = await readArchive(data)

    const { kept } = await restoreAs(place, file)
    expect(await readArchive(data)).to.deep.equal(before)
    expect(await readArchive({ ...data, dataDir: String(kept) })).to.deep.equal(changed)
  })

  it('adds its files to those that are there if their folder is on another file system', async function () {
    const apart = await onOtherFileSystem(folder)
    if (apart === undefined) return this.skip()
    try {
      const { data, place, file } = await backedUp()
      const files = path.join(data.dataDir, 'files')
      await cp(files, apart, { recursive: true })
      await rm(files, { recursive: true })
      await symlink(apart, files)
      const before = await readArchive(data)
      const archive = await openArchive(data)
      await archive.removeTwo()
      await archive.addTwo()
      await archive.close()
      const changed = await readArchive(data)

      const { kept, files_replaced } = await restoreAs(place, file)
      expect(files_replaced).to.equal(false)
      expect(await readArchive(data)).to.deep.equal(before)
      expect((await readdir(data.dataDir)).filter((name) => /restor/.test(name))).to.deep.equal([
        path.basename(String(kept)),
      ])
      expect((await readdir(apart)).filter((name) => name.startsWith('.restor'))).to.deep.equal([])
      await rename(path.join(String(kept), 'atrium.sqlite'), path.join(data.dataDir, 'atrium.sqlite'))
      expect(await readArchive(data), 'the former database has its files').to.deep.equal(changed)
    } finally {
      await rm(apart, { recursive: true })
    }
  })

  it('does not replace another one unless that is asked for', async () => {
    const { place, file } = await backedUp()
    expect(await rejection(backUp({ ...place, file }))).to.include({ code: 'backup_exists' })
    await backUp({ ...place, file, overwrite: true })
  })

  it('removes what a killed one has left', async () => {
    const { place, file } = await backedUp()
    await writeFile(`${file}.999999999.partial`, 'half')
    await backUp({ ...place, file, overwrite: true })
    expect(await readdir(folder)).to.have.members(['atrium.backup', 'data'])
  })

  it('is refused where there is no database, and where nothing can be written', async () => {
    const place = placeOf({ dataDir: path.join(folder, 'nothing') })
    expect(await rejection(backUp({ ...place, file: backupIn(folder) }))).to.include({ code: 'backup_nothing' })
    const error = await rejection(backUp({ ...place, file: backupIn(path.join(folder, 'missing')) }))
    expect(error).to.include({ code: 'backup_failed' })
  })

  describe('is refused, and nothing is changed,', () => {
    /** Expects that the backup cannot be restored over another state. */
    async function expectRefusal(
      code: string,
      words: string,
      spoil: (file: string) => Promise<unknown>,
      given: Partial<ReturnType<typeof placeOf>> = {},
    ) {
      const { data, place, file } = await backedUp()
      const archive = await openArchive(data)
      await archive.addTwo()
      await archive.close()
      await spoil(file)
      const [before, content] = [await readArchive(data), await contentOf(data.dataDir)]
      const error = await rejection(restoreAs({ ...place, ...given }, file))
      expect(error).to.include({ name: 'BackupError', code })
      expect(error.message).to.include(words)
      expect(await readArchive(data)).to.deep.equal(before)
      expect(await contentOf(data.dataDir)).to.deep.equal(content)
    }

    it('if its end is missing, wherever it was cut', async () => {
      for (const share of [0.1, 0.5, 0.99]) {
        await expectRefusal('backup_incomplete', 'incomplete', async (file) => {
          await truncate(file, Math.floor((await stat(file)).size * share))
        })
        await startAfresh()
      }
    })

    it('if it is no backup', () =>
      expectRefusal('backup_unreadable', 'not a backup', (file) => writeFile(file, 'x'.repeat(5000))))

    it('if a single bit of the database, of a file or of the manifest is not what it was', async () => {
      for (const word of ['CREATE TABLE', 'document 3', '"created_at"']) {
        await expectRefusal('backup_damaged', '[', async (file) => {
          const bytes = await readFile(file)
          const at = bytes.lastIndexOf(word)
          bytes[at] = (bytes[at] ?? 0) ^ 1
          await writeFile(file, bytes)
        })
        await startAfresh()
      }
    })

    it('if a newer version made it', async () => {
      const { data, place, file } = await backedUp()
      const archive = await openArchive(data)
      await archive.database.knex('platform_migrations').insert({ name: '002-later' })
      await archive.close()
      await backUp({ ...place, file, version: '9.0.0', overwrite: true })
      const error = await rejection(restoreAs(place, file))
      expect(error).to.include({ code: 'backup_newer' })
      expect(error.message).to.include('[9.0.0]').and.include('[002-later]')
    })

    it('if the key that sealed its secrets is not here', () =>
      expectRefusal('backup_key_missing', '--without-key', () => Promise.resolve(), { secretKeys: [] }))

    it('if it is one of the other kind of database', () =>
      expectRefusal('backup_foreign', 'Unset it', () => Promise.resolve(), { databaseUrl: 'postgres://localhost/x' }))

    it('while a host runs', async () => {
      const { data, place, file } = await backedUp()
      const archive = await openArchive(data)
      expect(await rejection(restoreAs(place, file))).to.include({ code: 'database_in_use' })
      await archive.close()
    })
  })

  it('that finds the disk full leaves nothing, nor does its restore', async function () {
    const small = path.join(folder, 'small')
    await mkdir(small)
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=600k', 'tmpfs', small]).catch(() => undefined)
    // Only root may mount.
    if (mounted === undefined) return this.skip()
    try {
      const { data, place, file } = await backedUp()
      const there = { ...data, dataDir: path.join(small, 'data') }
      await restoreAs({ ...place, dataDir: there.dataDir }, file)
      const [before, content] = [await readArchive(there), await contentOf(there.dataDir)]
      const archive = await openArchive(data)
      await archive.files.put(Buffer.alloc(800_000))
      await archive.close()
      await backUp({ ...place, file, overwrite: true })

      expect(await rejection(backUp({ ...place, file: backupIn(small) }))).to.include({ code: 'backup_failed' })
      expect(await readdir(small)).to.deep.equal(['data'])
      expect(await rejection(restoreAs({ ...place, dataDir: there.dataDir }, file))).to.include({
        code: 'restore_failed',
      })
      expect(await readArchive(there)).to.deep.equal(before)
      expect(await contentOf(there.dataDir)).to.deep.equal(content)
    } finally {
      await run('umount', ['-l', small])
    }
  })

  describe('of PostgreSQL', () => {
    const postgres = target('postgres')

    it('needs pg_dump, and says so', async () => {
      const place = await postgres.place()
      await (await openArchive(place)).close()
      const { PATH } = process.env
      process.env.PATH = folder
      const error = await rejection(backUp({ ...placeOf(place), file: backupIn(folder) }))
      process.env.PATH = PATH
      expect(error).to.include({ code: 'backup_tool_missing' })
      expect(error.message).to.include('[pg_dump]')
      expect(await readdir(folder)).to.deep.equal([])
    })

    it('is restored into an empty database, or its tool is older than the server and says so', async () => {
      const place = await postgres.place()
      const archive = await openArchive(place)
      await archive.addTwo()
      await archive.close()
      const file = backupIn(folder)
      const own = placeOf(place)
      const refusal = await backUp({ ...own, file }).then(
        () => undefined,
        (error: { code: string; message: string }) => error,
      )
      if (refusal) {
        expect(refusal.code).to.be.oneOf(['backup_tool_missing', 'backup_tool_failed'])
        return expect(await readdir(folder)).to.deep.equal([])
      }
      expect(await rejection(restoreAs(own, file))).to.include({ code: 'restore_not_empty' })
      const there = await postgres.place()
      await restoreAs({ ...own, dataDir: there.dataDir, databaseUrl: there.url }, file)
      expect(await readArchive(there)).to.deep.equal(await readArchive(place))
    })
  })
})
