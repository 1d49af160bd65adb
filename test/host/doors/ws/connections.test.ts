import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { eachDatabase, target } from '../../../helpers/databases.ts'
import { until } from '../../../helpers/until.ts'
import { publishNamespace, startGateway } from './start-gateway.ts'

/** In milliseconds: longer than a busy machine delays an answer. */
const HEARTBEAT = { limits: { heartbeat: 700 } }

describe('A connection', () => {
  const database = target('prebuilt')

  it('stays open while its client answers pings', async () => {
    const gateway = await startGateway(database, HEARTBEAT)
    const client = await gateway.open()
    let pings = 0
    client.socket.on('ping', () => (pings += 1))
    await until('some pings', () => pings >= 3)
    expect(client.socket.readyState).to.equal(client.socket.OPEN)
  })

  it('is closed if its client does not respond', async () => {
    const gateway = await startGateway(database, HEARTBEAT)
    const client = await gateway.open({ autoPong: false })
    expect(await client.closed).to.equal(1006)
    const line = await until('the log', () => gateway.logged.find(({ msg }) => msg === 'websocket'))
    expect(line).to.include({ caller: 'admin-token', code: 1006, level: 'info' })
    expect(line.connection).to.be.a('string')
  })

  it('stays open if its client only sends', async () => {
    const gateway = await startGateway(database, HEARTBEAT)
    const client = await gateway.open({ autoPong: false })
    let pings = 0
    client.socket.on('ping', () => {
      pings += 1
      client.send({ namespace: 'shell', type: 'subscribe' })
    })
    await until('some pings', () => pings >= 3)
    expect(client.socket.readyState).to.equal(client.socket.OPEN)
  })

  it('is closed if its client does not read, while the others receive everything', async () => {
    const gateway = await startGateway(database, { limits: { buffered: 256 * 1024 } })
    publishNamespace(gateway.registries, 'chat', {
      join: (_message, { connection, reply }) => {
        connection.subscribe('all')
        reply('joined', {})
      },
    })
    const [slow, quick] = [await gateway.open(), await gateway.open()]
    for (const client of [slow, quick]) await client.ask({ namespace: 'chat', type: 'join' })
    slow.socket.pause()
    const publish = gateway.publishFor('chat')
    const isClosed = () => gateway.logged.some(({ msg }) => msg === 'websocket')
    let sent = 0
    while (!isClosed() && sent < 5_000) {
      publish('all', { type: 'said', payload: { number: sent, text: 'x'.repeat(16 * 1024) } })
      sent += 1
      if (sent % 2 === 0) await new Promise((resolve) => setImmediate(resolve))
      if (sent % 100 === 0) await pause(20)
    }
    expect(isClosed(), `after ${sent} frames`).to.equal(true)
    await until('everything', () => quick.frames.length === sent + 1)
    expect(quick.socket.readyState).to.equal(quick.socket.OPEN)
    slow.socket.resume()
    expect(await slow.closed).to.be.oneOf([4408, 1006])
  })

  eachDatabase((kind) => {
    const open = async (permissions: readonly string[] = ['*'], options = {}) => {
      const gateway = await startGateway(kind, options)
      const cookie = await gateway.signIn(permissions)
      const client = await gateway.open({ headers: { cookie, origin: gateway.url } })
      return { gateway, cookie, client }
    }

    it('is closed immediately when its session is signed out', async () => {
      const { gateway, cookie, client } = await open()
      const other = await gateway.open({ headers: { cookie: await gateway.signIn(['*']), origin: gateway.url } })
      await gateway.auth.send('DELETE', '/sessions/current', { cookie })
      expect(await client.closed).to.equal(4401)
      expect(other.socket.readyState).to.equal(other.socket.OPEN)
    })

    it('is closed when a changed password ends the other sessions, but stays open in the session that changed it', async () => {
      const { gateway, client } = await open()
      const cookie = await gateway.signIn(['*'])
      const own = await gateway.open({ headers: { cookie, origin: gateway.url } })
      const body = { email: 'o@example.com', password: 'a long enough pass phrase' }
      expect((await gateway.auth.send('PUT', '/password', { cookie, body })).status).to.equal(204)
      expect(await client.closed).to.equal(4401)
      expect((await own.ask({ namespace: 'shell', type: 'subscribe' })).type).to.equal('subscribed')
    })

    it('is closed when another host ends its session', async () => {
      const { gateway, client } = await open(['*'], HEARTBEAT)
      await gateway.auth.database.knex('platform_sessions').update({ revoked_at: new Date().toISOString() })
      expect(await client.closed).to.equal(4401)
    })

    it('is closed when its session expires', async () => {
      const { gateway, client } = await open(['*'], HEARTBEAT)
      gateway.auth.clock.now += 13 * 60 * 60_000
      expect(await client.closed).to.equal(4401)
    })

    it('is closed as soon as its token expires, without waiting for the heartbeat', async () => {
      const gateway = await startGateway(kind)
      const { auth, clock, operator } = gateway.auth
      const by = await operator()
      // Longer than a busy machine takes to open the connection: the host looks once, after the clock was moved.
      const expires_at = new Date(clock.now + 2_000).toISOString()
      const { secret } = await auth.tokens.create({ name: 'short', permissions: ['*'], expires_at }, { by })
      const client = await gateway.open({ headers: { authorization: `Bearer ${secret}` } })
      clock.now += 2_000
      const late = pause(20_000, 'still open', { ref: false })
      expect(await Promise.race([client.closed, late])).to.equal(4401)
    })

    it('uses the current permissions of its person', async () => {
      const { gateway, client } = await open(['crew.messages.send'], HEARTBEAT)
      publishNamespace(gateway.registries, 'crew', { hello: (_, { reply }) => reply('hello', {}) })
      const greet = async () => (await client.ask({ namespace: 'crew', type: 'hello' })).type
      expect(await greet()).to.equal('hello')
      await gateway.permit([])
      await until('the refusal', async () => (await greet()) === 'error')
    })
  })

  it('stays open while the database cannot confirm its session', async () => {
    const gateway = await startGateway(database, HEARTBEAT)
    const headers = { cookie: await gateway.signIn(['*']), origin: gateway.url }
    const client = await gateway.open({ headers })
    await gateway.auth.database.close()
    await until('the log', () =>
      gateway.logged.some(({ msg }) => msg === 'looking up the session of a WebSocket failed'),
    )
    expect(client.socket.readyState).to.equal(client.socket.OPEN)
  })
})
