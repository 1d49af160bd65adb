import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { listTar, TAR_END, tarHeader } from '../../../../host/base/backup/tar.ts'

describe('An archive whose entry claims a size below zero', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'atrium-tar-'))
  })
  after(() => rm(folder, { recursive: true }))

  it('is refused, and not read for ever', async () => {
    const header = tarHeader('files/a/bb/x', { size: 0, mtime: new Date() })
    header.write('-0000001000\0', 124)
    header.fill(' ', 148, 156)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    const file = path.join(folder, 'crafted.tar')
    await writeFile(file, Buffer.concat([header, TAR_END]))
    const handle = await open(file)
    const refused = await listTar(handle, file).catch((error: unknown) => error)
    await handle.close()
    expect(refused).to.have.property('code', 'backup_unreadable')
  })
})
