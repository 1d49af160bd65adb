import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { Files } from '@atrium/sdk'
import { openDatabase, type Database } from '../../../../host/base/db/index.ts'
import { createFiles } from '../../../../host/base/files/files.ts'
import { eachStore } from '../../../helpers/file-stores.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'
import { until } from '../../../helpers/until.ts'

describe('the files of plugins', () => {
  eachStore((openStore) => {
    let database: Database
    let directory: string
    let files: Files
    let others: Files
    let undo: () => Promise<void>

    before(async () => {
      const created = await createTestDirectory()
      directory = created.directory
      database = await openDatabase({ dataDir: directory, sqlite: 'prebuilt' })
      const store = await openStore()
      const { filesFor } = createFiles({ dataDir: directory, database, s3: store.s3 })
      files = filesFor('clients')
      others = filesFor('booking')
      undo = async () => {
        await database.close()
        await store.close()
        await created.remove()
      }
    })
    after(() => undo())

    const isGone = (key: string) =>
      files.open(key).then(
        (stream) => void stream.destroy(),
        (error: { code?: string }) => error.code === 'file_missing',
      )

    it('are read as they were stored, and measured', async () => {
      const content = Buffer.from('a passport, ünïcode\n'.repeat(50_000))
      const stored = await files.put(Readable.from([content.subarray(0, 7), content.subarray(7)]), {
        media_type: 'text/plain',
      })
      expect(stored).to.deep.include({
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })
      expect((await buffer(await files.open(stored.key))).equals(content)).to.equal(true)
    })

    it('may be empty', async () => {
      const { key, size } = await files.put('')
      expect([size, await text(await files.open(key))]).to.deep.equal([0, ''])
    })

    it('belong to one plugin; others cannot see them', async () => {
      const { key } = await files.put('mine')
      expect(await rejection(others.open(key))).to.include({ status: 404, code: 'file_missing' })
      await others.delete(key)
      expect(await text(await files.open(key))).to.equal('mine')
    })

    it('answer 413 over their limit and leave nothing behind', async () => {
      const endless = Readable.from(
        (function* () {
          for (;;) yield Buffer.alloc(1024)
        })(),
      )
      expect(await rejection(files.put(endless, { limit: 10_000 }))).to.include({ status: 413, code: 'body_too_large' })
      expect(await readdir(path.join(directory, 'files', '.arriving'))).to.deep.equal([])
    })

    it('leave nothing behind if the sender breaks off', async () => {
      const broken = Readable.from(
        (function* () {
          yield 'half'
          throw new Error('the client has left')
        })(),
      )
      expect(await rejection(files.put(broken))).to.have.property('message', 'the client has left')
      expect(await readdir(path.join(directory, 'files', '.arriving'))).to.deep.equal([])
    })

    it('are gone once deleted, and may be deleted twice', async () => {
      const { key } = await files.put('short-lived')
      await files.delete(key)
      await until('the file is gone', () => isGone(key))
      await files.delete(key)
    })

    it('stay if the transaction that deletes them is rolled back, and are deleted with its commit', async () => {
      const { key } = await files.put('kept')
      const failing = database.transaction(async () => {
        await files.delete(key)
        throw new Error('no')
      })
      await rejection(failing)
      expect(await text(await files.open(key))).to.equal('kept')
      await database.transaction(async () => {
        await files.delete(key)
        expect(await text(await files.open(key))).to.equal('kept')
      })
      await until('the file is gone', () => isGone(key))
    })

    for (const key of ['../../secret.key', '..%2f..%2fsecret.key', '', 'x'.repeat(5000)]) {
      it(`finds nothing for the key [${key.slice(0, 20)}]`, async () => {
        expect(await rejection(files.open(key))).to.include({ status: 404, code: 'file_missing' })
      })
    }
  })
})
