import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createLogger } from '../../../../host/base/log/index.ts'
import { openKeyRing } from '../../../../host/base/secrets/key-ring.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

const PLACE = { plugin: 'fleet', place: 'fleet_accounts/1/password' }

describe('The keys of a host', () => {
  const undo: (() => Promise<void>)[] = []
  const logged: string[] = []
  after(async () => {
    for (const each of undo) await each()
  })
  beforeEach(() => void logged.splice(0))

  const openIn = async (dataDir: string, secretKeys: Buffer[] = []) => {
    const log = await createLogger({ pretty: false, stream: { write: (line) => void logged.push(line) } })
    return openKeyRing({ dataDir, secretKeys, log })
  }
  const directory = async () => {
    const { directory, remove } = await createTestDirectory()
    undo.push(remove)
    return path.join(directory, 'data')
  }

  it('are one that it creates itself if none is set, in a file only its user may read, logged once', async () => {
    const data = await directory()
    const sealed = (await openIn(data)).seal('hunter2', PLACE)
    const file = path.join(data, 'secret.key')
    expect((await stat(file)).mode & 0o777).to.equal(0o600)
    expect(await readdir(data)).to.deep.equal(['secret.key'])
    expect(logged).to.have.lengthOf(1)
    expect(logged[0]).to.contain('secret.key').and.to.contain('ATRIUM_SECRET_KEY')
    expect(logged[0]).not.to.contain((await readFile(file, 'utf8')).trim())
    expect((await openIn(data)).open(sealed, PLACE)).to.equal('hunter2')
    expect(logged).to.have.lengthOf(1)
  })

  it('are the same for hosts that start at the same time', async () => {
    const data = await directory()
    const rings = await Promise.all(Array.from({ length: 8 }, () => openIn(data)))
    for (const ring of rings) for (const other of rings) expect(other.open(ring.seal('a', PLACE), PLACE)).to.equal('a')
    expect(await readdir(data)).to.deep.equal(['secret.key'])
  })

  it('are those of the operator, and its own still opens what it sealed', async () => {
    const data = await directory()
    const before = (await openIn(data)).seal('old', PLACE)
    const key = randomBytes(32)
    const ring = await openIn(data, [key])
    expect(ring.open(before, PLACE)).to.equal('old')
    const elsewhere = await openIn(await directory(), [key])
    expect(elsewhere.open(ring.seal('new', PLACE), PLACE)).to.equal('new')
  })

  it('create no file if the operator sets them', async () => {
    const data = await directory()
    await openIn(data, [randomBytes(32)])
    expect(await readdir(data).catch(() => [])).to.be.empty
  })

  it('cannot be used if the file is damaged, and never overwrite it', async () => {
    const data = await directory()
    await openIn(data)
    await writeFile(path.join(data, 'secret.key'), 'half a k')
    expect(await rejection(openIn(data))).to.include({ code: 'secret_key_file' })
    expect(await readFile(path.join(data, 'secret.key'), 'utf8')).to.equal('half a k')
  })
})
