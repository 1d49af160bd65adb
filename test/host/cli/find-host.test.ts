import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { findHost } from '../../../host/cli/connection/find-host.ts'
import { writeHostFile } from '../../../host/base/config/index.ts'
import { findFreePort } from '../../helpers/find-free-port.ts'
import { rejection } from '../../helpers/rejection.ts'
import { createTestDirectory } from '../../helpers/test-directory.ts'

const started_at = '2026-11-20T08:00:00.000Z'

/** Larger than the system gives to any process. */
const NOBODY = 2 ** 30

describe('The host that a command talks to', () => {
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

  it('is the one that has left its file', async () => {
    await writeHostFile(dataDir, { url, token: 'left', pid: process.pid, started_at })
    expect(await findHost({ dataDir })).to.deep.equal({ url, token: 'left' })
  })

  it('is reached with the token that is given, where one is', async () => {
    await writeHostFile(dataDir, { url, token: 'left', pid: process.pid, started_at })
    expect(await findHost({ dataDir, token: 'given' })).to.deep.equal({ url, token: 'given' })
  })

  it('is none where there is no file', async () => {
    expect(await findHost({ dataDir })).to.equal(undefined)
  })

  it('is none where the process that wrote the file is gone', async () => {
    await writeHostFile(dataDir, { url, token: 'left', pid: NOBODY, started_at })
    expect(await findHost({ dataDir })).to.equal(undefined)
  })

  it('is none where nobody listens at its address any more', async () => {
    const gone = `http://127.0.0.1:${await findFreePort()}`
    await writeHostFile(dataDir, { url: gone, token: 'left', pid: process.pid, started_at })
    expect(await findHost({ dataDir })).to.equal(undefined)
  })

  it('is none where somebody else listens there now', async () => {
    await writeHostFile(dataDir, { url: `${url}/elsewhere`, token: 'left', pid: process.pid, started_at })
    expect(await findHost({ dataDir })).to.equal(undefined)
  })

  it('is reached with its own token though another one is in the environment', async () => {
    await writeHostFile(dataDir, { url, token: 'left', pid: process.pid, started_at })
    expect(await findHost({ dataDir, adminToken: 'preset' })).to.deep.equal({ url, token: 'left' })
    expect(await findHost({ dataDir, url, adminToken: 'preset' })).to.deep.equal({ url, token: 'left' })
  })

  it('is the one that is named, with the token of the environment', async () => {
    const named = 'https://atrium.example'
    expect(await findHost({ dataDir, url: named, adminToken: 'preset' })).to.deep.equal({ url: named, token: 'preset' })
  })

  it('is the one that is named, with its token', async () => {
    expect(await findHost({ dataDir, url: 'https://atrium.example/', token: 'given' })).to.deep.equal({
      url: 'https://atrium.example',
      token: 'given',
    })
  })

  it('is the one that is named, with the token it has left', async () => {
    await writeHostFile(dataDir, { url, token: 'left', pid: process.pid, started_at })
    expect(await findHost({ dataDir, url })).to.deep.equal({ url, token: 'left' })
  })

  it('is never sent the token of another one', async () => {
    await writeHostFile(dataDir, { url, token: 'left', pid: process.pid, started_at })
    const error = await rejection(findHost({ dataDir, url: 'https://elsewhere.example' }))
    expect(error).to.include({ code: 'token_missing', exitCode: 2 })
  })

  it('has an address of the web', async () => {
    const error = await rejection(findHost({ dataDir, url: 'localhost:3000', token: 'given' }))
    expect(error).to.include({ code: 'url_invalid', exitCode: 2 })
  })
})
