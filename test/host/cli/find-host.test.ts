import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { DatabaseError } from '../../../host/base/db/index.ts'
import { findHost } from '../../../host/cli/connection/find-host.ts'
import { explainInUse } from '../../../host/cli/connection/with-host.ts'
import { writeHostFile } from '../../../host/base/config/index.ts'
import { findFreePort } from '../../helpers/find-free-port.ts'
import { rejection } from '../../helpers/rejection.ts'
import { createTestDirectory } from '../../helpers/test-directory.ts'

const started_at = '2026-11-20T08:00:00.000Z'

/** A process id larger than any that the system assigns. */
const UNUSED_PID = 2 ** 30

describe('The host that a command uses', () => {
  let dataDir: string
  let remove: () => Promise<void>
  let url: string
  let close: () => void
  before(async () => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(request.url === '/livez' ? '{"status":"alive"}' : '{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    close = () => void server.close()
  })
  after(() => close())
  beforeEach(async () => {
    const made = await createTestDirectory()
    dataDir = made.directory
    remove = made.remove
  })
  afterEach(() => remove())

  it('is the one in host.json', async () => {
    await writeHostFile(dataDir, { url, token: 'left', pid: process.pid, started_at })
    expect(await findHost({ dataDir })).to.deep.equal({ url, token: 'left' })
  })

  it('is reached with the given token, if there is one', async () => {
    await writeHostFile(dataDir, { url, token: 'left', pid: process.pid, started_at })
    expect(await findHost({ dataDir, token: 'given' })).to.deep.equal({ url, token: 'given' })
  })

  it('is undefined without host.json', async () => {
    expect(await findHost({ dataDir })).to.equal(undefined)
  })

  it('is undefined if the process that wrote host.json has ended', async () => {
    await writeHostFile(dataDir, { url, token: 'left', pid: UNUSED_PID, started_at })
    expect(await findHost({ dataDir })).to.equal(undefined)
  })

  it('is undefined if nothing listens at its address', async () => {
    const gone = `http://127.0.0.1:${await findFreePort()}`
    await writeHostFile(dataDir, { url: gone, token: 'left', pid: process.pid, started_at })
    expect(await findHost({ dataDir })).to.equal(undefined)
  })

  it('is refused if it listens and does not answer, because a second one would write to the same database', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    await writeHostFile(dataDir, { url: address, token: 'left', pid: process.pid, started_at })
    const error = await rejection(findHost({ dataDir }))
    silent.closeAllConnections()
    silent.close()
    expect(error).to.include({ code: 'host_not_answering' })
  })

  it('is undefined if another program listens at its address', async () => {
    await writeHostFile(dataDir, { url: `${url}/elsewhere`, token: 'left', pid: process.pid, started_at })
    expect(await findHost({ dataDir })).to.equal(undefined)
  })

  it('is reached with its own token, not with the one in the environment', async () => {
    await writeHostFile(dataDir, { url, token: 'left', pid: process.pid, started_at })
    expect(await findHost({ dataDir, adminToken: 'preset' })).to.deep.equal({ url, token: 'left' })
    expect(await findHost({ dataDir, url, adminToken: 'preset' })).to.deep.equal({ url, token: 'left' })
  })

  it('is the one at --url, with the token in the environment', async () => {
    const named = 'https://atrium.example'
    expect(await findHost({ dataDir, url: named, adminToken: 'preset' })).to.deep.equal({ url: named, token: 'preset' })
  })

  it('is the one at --url, with the given token', async () => {
    expect(await findHost({ dataDir, url: 'https://atrium.example/', token: 'given' })).to.deep.equal({
      url: 'https://atrium.example',
      token: 'given',
    })
  })

  it('is the one at --url, with the token in its host.json', async () => {
    await writeHostFile(dataDir, { url, token: 'left', pid: process.pid, started_at })
    expect(await findHost({ dataDir, url })).to.deep.equal({ url, token: 'left' })
  })

  it('is never sent the token of another host', async () => {
    await writeHostFile(dataDir, { url, token: 'left', pid: process.pid, started_at })
    const error = await rejection(findHost({ dataDir, url: 'https://elsewhere.example' }))
    expect(error).to.include({ code: 'token_missing', exitCode: 2 })
  })

  it('must have an HTTP URL', async () => {
    const error = await rejection(findHost({ dataDir, url: 'localhost:3000', token: 'given' }))
    expect(error).to.include({ code: 'url_invalid', exitCode: 2 })
  })

  it('is named if it has the database open but does not answer, as while a plugin blocks it', async () => {
    const inUse = new DatabaseError('database_in_use', 'The database is in use.')
    const explained = () => rejection(Promise.reject(inUse).catch(explainInUse(dataDir)))
    expect(await explained()).to.include({ code: 'host_not_found' })
    await writeHostFile(dataDir, { url: 'http://127.0.0.1:9', token: 'left', pid: process.pid, started_at })
    expect(await explained()).to.include({
      code: 'host_not_answering',
      message: 'The host [http://127.0.0.1:9] runs, but does not answer. It is overloaded, or a plugin blocks it.',
      fix: `Try again in a moment, or read its log. If it does not recover, end it with \`kill -9 ${process.pid}\` and start it again: a plugin that blocked it is then quarantined.`,
    })
  })
})
