import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { hostFileOf, readHostFile, writeHostFile } from '../../../../host/base/config/index.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

const content = { url: 'http://127.0.0.1:3000', token: 'secret', pid: 42, started_at: '2026-11-20T08:00:00.000Z' }

describe('host.json', () => {
  let dataDir: string
  let remove: () => Promise<void>
  beforeEach(async () => {
    const created = await createTestDirectory()
    remove = created.remove
    dataDir = join(created.directory, 'data')
  })
  afterEach(() => remove())

  it('is read as it was written, in a directory that is created for it', async () => {
    await writeHostFile(dataDir, content)
    expect(await readHostFile(dataDir)).to.deep.equal(content)
    expect(JSON.parse(await readFile(hostFileOf(dataDir), 'utf8'))).to.deep.equal(content)
    expect(await readdir(dataDir)).to.deep.equal(['host.json'])
  })

  it('is readable by its owner only, even if it replaces a file that was not', async () => {
    await mkdir(dataDir)
    await writeFile(hostFileOf(dataDir), '{}', { mode: 0o644 })
    await writeHostFile(dataDir, content)
    expect((await stat(hostFileOf(dataDir))).mode & 0o777).to.equal(0o600)
  })

  it('is removed when the host that wrote it closes', async () => {
    const removeFile = await writeHostFile(dataDir, content)
    await removeFile()
    expect(await readHostFile(dataDir)).to.equal(undefined)
    await removeFile()
  })

  it('stays if another host has replaced it', async () => {
    const removeFile = await writeHostFile(dataDir, content)
    const other = { ...content, token: 'another', pid: 43 }
    await writeHostFile(dataDir, other)
    await removeFile()
    expect(await readHostFile(dataDir)).to.deep.equal(other)
  })

  it('is undefined if it is missing or malformed', async () => {
    expect(await readHostFile(dataDir)).to.equal(undefined)
    await mkdir(dataDir)
    for (const text of ['', '{', 'null', '[]', '{"url":"http://x"}', '{"url":1,"token":"t","pid":1}']) {
      await writeFile(hostFileOf(dataDir), text)
      expect(await readHostFile(dataDir), text).to.equal(undefined)
    }
  })
})
