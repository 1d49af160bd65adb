import { expect } from 'chai'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { Files } from '@atrium/sdk'
import { openDatabase, type Database } from '../../../../host/base/db/index.ts'
import { createFiles, type FileRoom } from '../../../../host/base/files/files.ts'
import { createS3Store } from '../../../../host/base/files/s3-store.ts'
import { eachStore, type TestStore } from '../../../helpers/file-stores.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'
import { until } from '../../../helpers/until.ts'

describe('the files of a bucket', () => {
  it('are listed page by page', async () => {
    const pages = [['a', 'next=/+'], ['b']].map(([key = '', next]) => {
      const name = `clients/${key}${key}/${randomUUID()}`
      const contents = `<Contents><Key>${name}</Key><LastModified>2026-11-20T08:00:00.000Z</LastModified></Contents>`
      const token = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
      return { name, xml: `<?xml version="1.0"?><ListBucketResult>${token}${contents}</ListBucketResult>` }
    })
    const asked: (string | null)[] = []
    const server = createServer(({ url = '' }, response) => {
      const token = new URL(url, 'http://bucket').searchParams.get('continuation-token')
      asked.push(token)
      response.end(pages[token === null ? 0 : 1]?.xml)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const location = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 's3cret' }
    const store = createS3Store({ ...location, url: `http://127.0.0.1:${port}/documents` })
    const listed = []
    for await (const page of store.list('clients')) listed.push(...page)
    server.close()
    const storedAt = Date.UTC(2026, 10, 20, 8)
    expect(listed).to.deep.equal(pages.map(({ name }) => ({ name, storedAt })))
    expect(asked).to.deep.equal([null, 'next=/+'])
  })

  it('are deleted with at most 50 connections at once; more wait for their turn', async () => {
    const open = new Set<ServerResponse>()
    let most = 0
    const server = createServer((_, response) => {
      most = Math.max(most, open.add(response).size)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const location = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 's3cret' }
    const store = createS3Store({ ...location, url: `http://127.0.0.1:${port}/documents` })
    let deleted = 0
    const all = Promise.all(Array.from({ length: 120 }, () => store.delete(randomUUID()).then(() => (deleted += 1))))
    for (const count of [50, 50, 20]) {
      await until(`[${count}] requests`, () => open.size === count)
      for (const response of open) response.writeHead(204).end()
      open.clear()
    }
    await all
    server.close()
    expect([deleted, most]).to.deep.equal([120, 50])
  })
})

describe('the files of plugins', () => {
  eachStore((openStore) => {
    let database: Database
    let directory: string
    let files: Files
    let others: Files
    let store: TestStore
    let undo: () => Promise<void>

    before(async () => {
      const created = await createTestDirectory()
      directory = created.directory
      database = await openDatabase({ dataDir: directory, sqlite: 'prebuilt' })
      store = await openStore()
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

    it('may be the body of a request, which is answered however much of it was too large', async () => {
      const server = createServer((asked, response) => {
        const stored = files.put(asked, { limit: 10_000 })
        stored.then(
          ({ key }) => response.end(key),
          ({ code }: { code: string }) => response.end(code),
        )
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const send = async (first: string, rest: string) => {
        const sent = request({ port, agent, method: 'POST' })
        sent.write(first)
        const answer = once(sent, 'response') as Promise<[IncomingMessage]>
        if (rest === '') sent.end()
        const told = await text((await answer)[0])
        sent.end(rest)
        return told
      }
      try {
        expect(await send('x'.repeat(20_000), 'x'.repeat(2_000_000))).to.equal('body_too_large')
        expect(await text(await files.open(await send('small', '')))).to.equal('small')
      } finally {
        agent.destroy()
        server.close()
      }
    })

    it('are a stream, a buffer or a text; anything else is refused by name', async () => {
      const wrong = undefined as unknown as string
      expect((await rejection(files.put(wrong))).message).to.match(
        /^\[context\.files\.put\] requires .* \[undefined\].*koa\.req/,
      )
      expect((await rejection(files.put({ size: 3 } as unknown as string))).message).to.include('[Object]')
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

    describe('without a row', () => {
      const DAY = 24 * 60 * 60_000
      let clock: number
      let swept: Files
      let room: FileRoom
      beforeEach(async () => {
        clock = Date.now()
        room = createFiles({ dataDir: directory, database, s3: store.s3, now: () => clock })
        swept = room.filesFor(`swept-${randomUUID()}`)
      })
      const putSome = (count: number) =>
        Promise.all(Array.from({ length: count }, async (_, at) => (await swept.put(`file ${at}`)).key))

      it('are deleted when they are older than a day, and counted; those in use stay', async () => {
        const keys = await putSome(5)
        const [used = '', ...unused] = keys
        clock += DAY - 60_000
        expect(await swept.sweep(() => Promise.resolve([]))).to.equal(0)
        clock += 120_000
        const asked: string[] = []
        const count = await swept.sweep((some) => {
          asked.push(...some)
          return Promise.resolve([used])
        })
        expect(count).to.equal(4)
        expect(asked.sort()).to.deep.equal([...keys].sort())
        expect(await text(await swept.open(used))).to.equal('file 0')
        for (const key of unused) expect(await rejection(swept.open(key))).to.include({ code: 'file_missing' })
      })

      it('are looked for in portions of at most 500 keys', async () => {
        // The test server cannot answer more than one page of 1,000.
        const keys = await putSome(900)
        clock += 2 * DAY
        const portions: number[] = []
        const count = await swept.sweep((some) => {
          portions.push(some.length)
          return Promise.resolve(some.filter((key) => key !== keys[7]))
        })
        expect(count).to.equal(1)
        expect(Math.max(...portions)).to.be.at.most(500)
        expect(portions.reduce((sum, size) => sum + size, 0)).to.equal(900)
      })

      it('are not believed if there are many and no other: then the database belongs to other files', async () => {
        const [key = ''] = await putSome(21)
        clock += 2 * DAY
        const error = await rejection(swept.sweep(() => Promise.resolve([])))
        expect(error.message).to.include('[21] files').and.to.include('Nothing was deleted').and.to.include('database')
        expect(await text(await swept.open(key))).to.equal('file 0')
      })

      it('are not looked for if nothing was ever stored', async () => {
        expect(await swept.sweep(() => Promise.reject(new Error('was asked')))).to.equal(0)
      })

      it('that were still arriving when the host was killed are removed after a day', async () => {
        const arriving = path.join(directory, 'files', '.arriving')
        await mkdir(arriving, { recursive: true })
        await writeFile(path.join(arriving, randomUUID()), 'half')
        await room.sweep()
        expect(await readdir(arriving)).to.have.length(1)
        clock += 2 * DAY
        await room.sweep()
        expect(await readdir(arriving)).to.deep.equal([])
      })
    })

    for (const key of ['../../secret.key', '..%2f..%2fsecret.key', '', 'x'.repeat(5000)]) {
      it(`finds nothing for the key [${key.slice(0, 20)}]`, async () => {
        expect(await rejection(files.open(key))).to.include({ status: 404, code: 'file_missing' })
      })
    }
  })
})
