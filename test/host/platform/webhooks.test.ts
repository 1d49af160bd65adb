import type { Choice, PanelDocument, Problem } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { createLogger } from '../../../host/base/log/index.ts'
import { startTestHost, type TestHost, type TestHostOptions } from '../../../host/testing/index.ts'
import { type Answer, type Init, read } from '../../contract/template-host.ts'
import { createPlatformDatabase } from '../../helpers/platform-database.ts'
import { createPluginDirectory, packageJson, type PluginDirectory } from '../../helpers/plugin-directory.ts'
import { until } from '../../helpers/until.ts'
import { isSigned, startWebhookReceiver, type WebhookReceiver } from '../../helpers/webhook-receiver.ts'

const FLEET = `
import { ApiError } from '@atrium/sdk'
export function register_routes(routes, { events }) {
  routes.post('/vans/{n}/sell', {}, async ({ params }) => {
    await events.emit('fleet.sold', { van: Number(params.n) })
    if (params.n === '13') throw new ApiError('conflict', { detail: 'Nobody buys it.' })
  })
  routes.post('/vans/{n}/wash', {}, ({ params }) => events.emit('fleet.' + 'washed', { van: Number(params.n) }))
}
`

interface Webhook {
  readonly id: number
  readonly secret: string
  readonly enabled: boolean
  readonly disabled_reason?: string
  readonly last_state?: string
}

interface Delivery {
  readonly id: number
  readonly message_id: string
  readonly event: string
  readonly state: string
  readonly attempt: number
  readonly status?: number
  readonly error?: string
  readonly body?: string
  readonly response?: string
  readonly next_try_at?: string
  readonly tries: readonly { readonly status?: number; readonly error?: string; readonly duration_ms: number }[]
}

const KEY = { secretKeys: [Buffer.alloc(32, 9)] }

function suite(database: () => Promise<TestHostOptions>) {
  let host: TestHost
  let plugin: PluginDirectory
  let yard: PluginDirectory
  let receiver: WebhookReceiver
  const logged: string[] = []
  const ask = async <Body = Problem>(to: string, init?: Init): Promise<Answer<Body>> =>
    read(await host.request(`/api/v1${to}`, init))
  const post = <Body = Problem>(to: string, json?: object, init: Init = {}) =>
    ask<Body>(to, { ...init, method: 'POST', ...(json && { json }) })
  const create = async (events: readonly string[], url = receiver.url, more: object = {}): Promise<Webhook> =>
    (await post<Webhook>('/platform/webhooks', { name: 'Books', url, events, ...more })).body
  const webhook = async ({ id }: { id: number }) => (await ask<Webhook>(`/platform/webhooks/${id}`)).body
  const log = async ({ id }: { id: number }, query = '') =>
    (await ask<Delivery[]>(`/platform/webhook-deliveries?webhook_id=${id}${query}`)).body
  const ended = (of: { id: number }) =>
    until('the delivery', async () => (await log(of)).find(({ state }) => state !== 'waiting'))
  const tried = (of: { id: number }) => until('a try', async () => (await log(of)).find(({ attempt }) => attempt > 0))

  before('start a host', async () => {
    const atrium = { id: 'fleet', title: 'Fleet', events: ['fleet.washed'] }
    plugin = await createPluginDirectory({ 'package.json': packageJson({ atrium }), 'src/index.ts': FLEET })
    const stream = { write: (line: string) => void logged.push(line) }
    const options = { log: await createLogger({ level: 'debug', pretty: false, stream }), webhookSeconds: 5, ...KEY }
    const atYard = { id: 'yard', title: 'Yard' }
    yard = await createPluginDirectory(
      {
        'package.json': packageJson({ name: 'yard', atrium: atYard }),
        'src/index.ts': 'export const setup = () => {}',
      },
      { name: 'yard' },
    )
    const plugins = [plugin.directory, yard.directory]
    const given = { ...options, ...(await database()), egressAllow: ['127.0.0.1'], plugins }
    host = await startTestHost(given)
    expect(host.registries.plugins.get('fleet')).to.include({ state: 'active' })
  })
  after('close it', async () => {
    await host.close()
    await plugin[Symbol.asyncDispose]()
    await yard[Symbol.asyncDispose]()
  })
  beforeEach(async () => void (receiver = await startWebhookReceiver()))
  afterEach(async () => {
    for (const { id } of (await ask<Webhook[]>('/platform/webhooks')).body)
      await ask(`/platform/webhooks/${id}`, { method: 'DELETE' })
    await receiver[Symbol.asyncDispose]()
  })

  it('send the events that were chosen, once committed, signed as Standard Webhooks', async () => {
    const made = await create(['fleet.sold'])
    expect(made.secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await post('/fleet/vans/13/sell')
    await post('/fleet/vans/1/wash')
    await post('/fleet/vans/7/sell')
    const delivery = await ended(made)
    expect(delivery).to.include({
      event: 'fleet.sold',
      state: 'delivered',
      status: 200,
      attempt: 1,
      response: 'thanks',
    })
    expect(receiver.received).to.have.lengthOf(1)
    const [message] = receiver.received
    expect(message?.event)
      .to.include({ type: 'fleet.sold' })
      .and.deep.include({ data: { van: 7 } })
    expect(message?.id).to.equal(delivery.message_id)
    expect(message?.headers).to.include({ 'content-type': 'application/json' })
    expect(message?.headers['user-agent']).to.match(/^Atrium\//)
    expect(isSigned(message!, made.secret)).to.equal(true)
    expect(isSigned({ ...message!, body: `${message!.body} ` }, made.secret)).to.equal(false)
    expect((await webhook(made)).last_state).to.equal('delivered')
    expect(await log(made)).to.have.lengthOf(1)
  })

  it('of a plugin or of all of them', async () => {
    const all = await create(['*'])
    const fleet = await create(['fleet.*'])
    await post('/fleet/vans/2/wash')
    await ended(all)
    await ended(fleet)
    const ids = receiver.received.map(({ id }) => id)
    expect(ids).to.have.lengthOf(2)
    expect(new Set(ids)).to.have.lengthOf(1)
  })

  it('try again with the same id, later each time, until the receiver takes it', async function () {
    // The receiver refuses until somebody has looked, because a slow machine may look only after the second try.
    let status = 503
    receiver.answer = (response) => void response.writeHead(status).end()
    const made = await create(['fleet.sold'])
    const begun = Date.now()
    await post('/fleet/vans/1/sell')
    const refused = await tried(made)
    expect(refused).to.include({ state: 'waiting', status: 503, error: 'The receiver answered 503.' })
    const [longest, next] = [6_000 * 6 ** (refused.attempt - 1), Date.parse(refused.next_try_at!)]
    expect([next - begun >= 5_000, next - Date.now() <= longest], String(next - begun)).to.deep.equal([true, true])
    expect((await webhook(made)).last_state).to.equal('failed')
    status = 204
    const delivery = await ended(made)
    expect(delivery).to.include({ state: 'delivered', attempt: delivery.tries.length, status: 204 })
    expect(delivery.tries.map((each) => each.status).join(' ')).to.match(/^(503 )+204$/)
    expect(new Set(receiver.received.map(({ id }) => id))).to.have.lengthOf(1)
    expect(receiver.received.every((message) => isSigned(message, made.secret))).to.equal(true)
  })

  it('wait as long as the receiver asks for', async () => {
    receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '600' }).end()
    const made = await create(['fleet.sold'])
    const begun = Date.now()
    await post('/fleet/vans/1/sell')
    const next = Date.parse((await tried(made)).next_try_at!)
    expect([next - begun >= 600_000, next - Date.now() <= 600_500], String(next - begun)).to.deep.equal([true, true])
  })

  it('end with 410: the webhook is disabled, and what waits for it is not sent', async () => {
    receiver.answer = (response, { message }) =>
      void response.writeHead((message.event.data as { van: number }).van === 2 ? 410 : 500).end()
    const made = await create(['fleet.sold'])
    await post('/fleet/vans/1/sell')
    await tried(made)
    await post('/fleet/vans/2/sell')
    await until('it is disabled', async () => !(await webhook(made)).enabled)
    expect((await webhook(made)).disabled_reason).to.match(/^The receiver answered 410/)
    expect((await log(made, '&_sort=id')).map(({ state }) => state)).to.deep.equal(['cancelled', 'failed'])
    await post('/fleet/vans/3/sell')
    expect(await log(made)).to.have.lengthOf(2)
    const again = await post(`/platform/webhook-deliveries/${(await log(made))[0]?.id}/redeliver`)
    expect([again.status, again.body.code]).to.deep.equal([409, 'conflict'])
    receiver.answer = (response) => void response.end()
    const enabled = await ask<Webhook>(`/platform/webhooks/${made.id}`, { method: 'PATCH', json: { enabled: true } })
    expect(enabled.body).to.not.have.property('disabled_reason')
    await post('/fleet/vans/4/sell')
    await until('it is sent', async () => (await log(made, '&state=delivered')).length === 1)
  })

  it('follow no redirect, wait no longer than the limit, and keep the beginning of an answer', async () => {
    receiver.answer = (response, { message: { path: to } }) => {
      if (to === '/away') return void response.writeHead(302, { location: '/hooks' }).end()
      if (to === '/long') return void response.end('x\0'.repeat(50_000))
    }
    const at = (to: string) => new URL(to, receiver.url).href
    const [away, long, silent] = [at('/away'), at('/long'), at('/silent')]
    const made = await Promise.all([away, long, silent].map((url) => create(['fleet.sold'], url)))
    await post('/fleet/vans/1/sell')
    const [one, two, three] = await Promise.all(made.map(tried))
    expect(one).to.include({ status: 302, state: 'waiting' })
    expect(one?.error).to.include('not followed')
    expect(two?.response).to.equal('x'.repeat(500))
    expect(three?.error).to.equal('There was no answer within 5 s.')
    // A busy machine may have sent the first one again by now.
    expect([...new Set(receiver.received.map(({ path }) => path))]).to.have.members(['/away', '/long', '/silent'])
  })

  it('reach only what the egress rule allows, wherever a name leads', async () => {
    await using strict = await startStrictHost()
    const url = receiver.url.replace('127.0.0.1', 'localhost')
    const { body } = await strict.post<Webhook>('', { name: 'Books', url, events: ['*'] })
    const { body: sent } = await strict.post<Delivery>(`/${body.id}/test`)
    const { error } = await until('a try', async () => strict.delivery(sent.id))
    expect(error).to.include('A webhook may not connect to [localhost:').and.include('ATRIUM_EGRESS_ALLOW')
    expect(receiver.received).to.deep.equal([])
  })

  it('show a secret once; a new one signs beside the former one', async () => {
    const made = await create(['fleet.sold'])
    expect(await webhook(made)).to.not.have.property('secret')
    const listed = await host.request('/api/v1/platform/webhooks')
    expect(await listed.text()).to.not.include('whsec_')
    const { body: renewed } = await post<Webhook>(`/platform/webhooks/${made.id}/rotate-secret`)
    expect(renewed.secret)
      .to.match(/^whsec_/)
      .and.not.equal(made.secret)
    await post('/fleet/vans/1/sell')
    await ended(made)
    const [message] = receiver.received
    expect([made, renewed].map(({ secret }) => isSigned(message!, secret))).to.deep.equal([true, true])
    const secrets = [made.secret, renewed.secret]
    expect(logged.filter((line) => secrets.some((secret) => line.includes(secret)))).to.deep.equal([])
    const { body: history } = await ask<object[]>(`/platform/audit?plugin=platform&_limit=50`)
    expect(JSON.stringify(history)).to.not.include('whsec_')
  })

  it('deliver again what has ended, under the same id', async () => {
    const made = await create(['fleet.sold'])
    await post('/fleet/vans/1/sell')
    const { id, message_id } = await ended(made)
    await post(`/platform/webhook-deliveries/${id}/redeliver`)
    await until('it came twice', () => receiver.received.length === 2)
    expect(receiver.received.map((each) => each.id)).to.deep.equal([message_id, message_id])
    expect((await post('/platform/webhook-deliveries/999999/redeliver')).status).to.equal(404)
  })

  it('offer the events that active plugins declare or emit', async () => {
    const { body } = await ask<Choice[]>('/platform/choices/events')
    expect(body.map(({ value }) => value)).to.deep.equal(['*', 'fleet.*', 'fleet.sold', 'fleet.washed'])
  })

  it('stand in the panel [admin]', async () => {
    const { body } = await ask<PanelDocument>('/panels/admin')
    const items = body.navigation.flatMap(({ items }) => items.map((item) => item.path))
    expect(items).to.include.members(['/admin/webhooks', '/admin/webhook-deliveries'])
  })

  const WRONG: [string, object][] = [
    ['/url', { url: 'hooks.example.org' }],
    ['/url', { url: 'ftp://example.org' }],
    ['/url', { url: 'https://me:secret@example.org' }],
    ['/url', { url: 'https://example.org/#part' }],
    ['/url', { url: 'http://169.254.169.254/latest' }],
    ['/url', { url: 'http://[::1]:80/' }],
    ['/events/0', { events: ['sold'] }],
    ['/events/1', { events: ['fleet.sold', 'nobody.sold'] }],
    ['/events', { events: [] }],
    ['/secret', { secret: 'mine' }],
  ]
  for (const [pointer, values] of WRONG)
    it(`refuse ${JSON.stringify(values)}`, async () => {
      const json = { name: 'Books', url: receiver.url, events: ['fleet.sold'], ...values }
      const { status, body } = await post('/platform/webhooks', json)
      expect([status, body.code]).to.deep.equal([422, 'validation_failed'])
      expect(JSON.stringify(body)).to.include(pointer)
      expect((await ask<Webhook[]>('/platform/webhooks')).body).to.deep.equal([])
    })

  describe('for people who may not do everything', () => {
    const tokenFor = async (permissions: readonly string[]) => {
      const role = { name: `for-${permissions.length}`, label: 'For tests', permissions }
      const { body: made } = await post<{ id: string }>('/platform/roles', role)
      const user = await post<{ id: string }>('/platform/users', { name: 'Robot', kind: 'service', roles: [made.id] })
      const json = { name: 'test', user_id: user.body.id, permissions }
      const { body } = await post<{ secret: string }>('/platform/tokens', json)
      return { headers: { authorization: `Bearer ${body.secret}` } }
    }

    it('cannot be created or redirected for events of a plugin that they do not hold as a whole', async () => {
      const robot = await tokenFor(['platform.webhooks.*', 'fleet.vans.sell'])
      const json = { name: 'Spy', url: receiver.url, events: ['fleet.sold'] }
      const refused = await post('/platform/webhooks', json, robot)
      expect([refused.status, refused.body.code]).to.deep.equal([403, 'permission_denied'])
      expect(refused.body.detail).to.include('[fleet.*]')
      const made = await create(['fleet.sold'])
      const url = `${receiver.url}/mine`
      const moved = await ask(`/platform/webhooks/${made.id}`, { ...robot, method: 'PATCH', json: { url } })
      expect(moved.status).to.equal(403)
      await post('/fleet/vans/1/sell')
      await ended(made)
      expect(receiver.received.map((each) => each.path)).to.deep.equal(['/hooks'])
    })

    describe('who hold one plugin as a whole, but not the plugin of an event that was sent before,', () => {
      let robot: Init
      before(
        async () => void (robot = await tokenFor(['platform.webhooks.*', 'platform.webhook-deliveries.*', 'yard.*'])),
      )
      const change = (of: Webhook, json: object, by: Init = robot) =>
        ask(`/platform/webhooks/${of.id}`, { ...by, method: 'PATCH', json })
      const EVENTS = ['yard.opened']

      it('are sent nothing of it, even if they choose other events together with an address of their own', async () => {
        const made = await create(['fleet.sold'])
        await post('/fleet/vans/1/sell')
        const { id } = await ended(made)
        const url = `${receiver.url}/mine`
        const moved = await change(made, { url, events: EVENTS })
        expect([moved.status, moved.body.code]).to.deep.equal([403, 'permission_denied'])
        expect(moved.body.detail).to.include('[fleet.*]')
        // Events that they may be told of are theirs to choose, but not where the former ones are sent again.
        expect((await change(made, { events: EVENTS })).status).to.equal(200)
        const later = await change(made, { url })
        expect([later.status, later.body.code]).to.deep.equal([403, 'permission_denied'])
        expect((await change(made, { name: 'Yard', url: receiver.url })).status).to.equal(200)
        await post(`/platform/webhook-deliveries/${id}/redeliver`, undefined, robot)
        await until('it again', () => receiver.received.length > 1)
        expect(receiver.received.map((each) => each.path)).to.deep.equal(['/hooks', '/hooks'])
      })

      it('get no secret that signs it', async () => {
        const made = await create(['fleet.sold'])
        const refused = await post(`/platform/webhooks/${made.id}/rotate-secret`, undefined, robot)
        expect([refused.status, refused.body.code]).to.deep.equal([403, 'permission_denied'])
        expect(refused.body.detail).to.include('[fleet.*]')
        const own = await create(EVENTS)
        const renewed = await post<Webhook>(`/platform/webhooks/${own.id}/rotate-secret`, undefined, robot)
        expect(renewed.body.secret).to.match(/^whsec_/)
      })

      it('do not read what it said, though they may read the log', async () => {
        const [fleet, all] = [await create(['fleet.sold']), await create(['*'])]
        await post('/fleet/vans/1/sell')
        for (const of of [fleet, all]) {
          const { id } = await ended(of)
          const { body } = await ask<Delivery>(`/platform/webhook-deliveries/${id}`, robot)
          expect(body).to.include({ state: 'delivered' }).and.not.have.any.keys('body', 'response')
          expect(await log(of, ''), 'an operator').to.have.nested.property('[0].body')
        }
        const list = await ask<Delivery[]>('/platform/webhook-deliveries', robot)
        expect(JSON.stringify(list.body)).to.not.include('van')
        const own = await create(EVENTS)
        await post(`/platform/webhooks/${own.id}/test`)
        const { id } = await ended(own)
        expect((await ask<Delivery>(`/platform/webhook-deliveries/${id}`, robot)).body).to.include.keys(
          'body',
          'response',
        )
      })
    })

    it('show deliveries without what was sent and answered', async () => {
      const robot = await tokenFor(['platform.*.view'])
      const made = await create(['fleet.sold'])
      await post('/fleet/vans/1/sell')
      const { id } = await ended(made)
      const { body } = await ask<Delivery>(`/platform/webhook-deliveries/${id}`, robot)
      expect(body).to.include({ state: 'delivered' }).and.not.have.any.keys('body', 'response')
    })
  })
}

/** A host that allows nothing but public addresses. */
async function startStrictHost() {
  const host = await startTestHost()
  return {
    post: async <Body>(to: string, json?: object) =>
      read<Body>(await host.request(`/api/v1/platform/webhooks${to}`, { method: 'POST', ...(json && { json }) })),
    delivery: async (id: number) => {
      const { body } = await read<Delivery>(await host.request(`/api/v1/platform/webhook-deliveries/${id}`))
      return body.attempt > 0 ? body : undefined
    },
    [Symbol.asyncDispose]: () => host.close(),
  }
}

describe('Webhooks on SQLite', () => suite(async () => ({})))
describe('Webhooks on PostgreSQL', () => suite(async () => ({ databaseUrl: await createPlatformDatabase() })))
