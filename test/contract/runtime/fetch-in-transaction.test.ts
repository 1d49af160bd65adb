import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { useFleetHost } from '../../helpers/fleet-host.ts'
import { packageJson } from '../../helpers/plugin-directory.ts'

/** Each request to another system stands on a line of its own. */
const SOURCE = `
import http from 'node:http'
import { fetched } from './fetched.ts'
export const register_routes = (routes, { db, call }) => {
  const ask = async ({ query }) => (await fetch(query.address)).text()
  const manage = { permission: 'fleet.vans.manage' }
  routes.post('/fetch', manage, ask)
  routes.post('/own', { ...manage, transaction: false }, (call) => db.transaction(() => ask(call)))
  routes.post('/package', manage, ({ query }) => fetched(query.address))
  routes.post('/http', manage, ({ query }) => new Promise((resolve) => http.get(query.address, (answer) => answer.resume().on('end', () => resolve('asked')))))
  routes.post('/outside', { ...manage, transaction: false }, ask)
  routes.get('/reading', manage, ask)
  routes.post('/inner', manage, ({ query }) => call('POST', '/api/v1/fleet/outside?address=' + query.address))
}
`
const FETCHED = `
export const fetched = async (address) => {
  return (await fetch(address)).text()
}
`

describe('A request to another system while a transaction is open', () => {
  const fleet = useFleetHost(
    { 'package.json': packageJson(), 'src/index.ts': SOURCE, 'src/fetched.ts': FETCHED },
    { egressAllow: ['127.0.0.1'] },
  )
  let server: Server
  let address: string
  before(async () => {
    server = createServer((_request, response) => response.end('asked'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => void server.close())

  const ask = async (path: string, method = 'POST') => {
    const { status, body } = await fleet.ask<string>(`/api/v1/fleet/${path}?address=${address}/secret`, { method })
    expect([status, body]).to.deep.equal([200, 'asked'])
    return (await fleet.status()).runtime?.findings ?? []
  }

  it('is a warning with the route and the line, and is carried out', async () => {
    await ask('fetch')
    const [{ first_at, last_at, ...finding }] = (await ask('fetch')) as [Awaited<ReturnType<typeof ask>>[number]]
    expect(first_at <= last_at).to.equal(true)
    expect(finding).to.deep.equal({
      code: 'fetch_in_transaction',
      severity: 'warning',
      message: `[POST /api/v1/fleet/fetch] sent a request to [${address}] while its transaction was open.`,
      where: { file: 'src/index.ts', line: 5, column: 43 },
      fix: 'Declare the route with `transaction: false` and change the database after the answer, or send the request from a job.',
      work: 'POST /api/v1/fleet/fetch',
      count: 2,
    })
  })

  it('is found in a transaction that a handler has opened itself', async () => {
    expect((await ask('own'))[0]).to.deep.include({ work: 'POST /api/v1/fleet/own', count: 1 })
  })

  it('is found in other files, and by its route if a package sends it in its own time', async () => {
    expect((await ask('package'))[0]!.where).to.include({ file: 'src/fetched.ts', line: 3 })
    expect((await ask('http'))[0]!.where).to.include({ file: 'src/index.ts', line: 10 })
  })

  it('is the fault of the route that has the transaction, although another one sends the request', async () => {
    expect((await ask('inner'))[0]).to.include({ work: 'POST /api/v1/fleet/inner' })
  })

  it('is fine outside of transactions and in a route that only reads', async () => {
    expect(await ask('outside')).to.deep.equal([])
    expect(await ask('reading', 'GET')).to.deep.equal([])
  })
})
