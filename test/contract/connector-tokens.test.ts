import { join } from 'node:path'
import type { Knex } from '@atrium/sdk'
import { expect } from 'chai'
import * as agents from '../../plugins/ai-agents/migrations/0001_agents.ts'
import * as connectors from '../../plugins/ai-agents/migrations/0003_connectors.ts'
import * as details from '../../plugins/ai-agents/migrations/0004_auth_detail.ts'
import * as waiting from '../../plugins/ai-agents/migrations/0006_waiting_tools.ts'
import { connectorStore, type OpenedConnector } from '../../plugins/ai-agents/src/connectors/connector-store.ts'
import { callApi } from '../../plugins/ai-agents/src/connectors/http.ts'
import { accessTo } from '../../plugins/ai-agents/src/connectors/oauth/access.ts'
import type { OauthContext } from '../../plugins/ai-agents/src/connectors/oauth/authority.ts'
import { beginVisit, endVisit } from '../../plugins/ai-agents/src/connectors/oauth/visit.ts'
import { Reach } from '../../plugins/ai-agents/src/connectors/reach.ts'
import { type AuthorizationServer, CLIENT, startAuthorizationServer } from '../helpers/authorization-server.ts'
import { eachDatabase } from '../helpers/databases.ts'
import { RedirectFollower } from '../helpers/identity-provider.ts'
import { lockElsewhere } from '../helpers/lock-elsewhere.ts'
import { until } from '../helpers/until.ts'
import { oauthContext } from './oauth-context.ts'

const ORIGIN = 'https://atrium.example'
const CALLS = Number(process.env.ATRIUM_TEST_CALLS ?? 50)

describe('The tokens of a connector', () => {
  eachDatabase(({ dialect, open, place }) => {
    let server: AuthorizationServer
    /** Two hosts on one database. */
    let hosts: [OauthContext, OauthContext]
    let db: Knex
    let file: string
    let emitted: string[]
    let id = 0

    before(async () => {
      const redirectUris = Array.from({ length: 9 }, (_, at) => at + 1).map(
        (each) => `${ORIGIN}/api/v1/ai-agents/connectors/${each}/auth/callback`,
      )
      server = await startAuthorizationServer({ redirectUris })
      const where = await place()
      const first = await open(where)
      file = join(where.dataDir, 'atrium.sqlite')
      db = first.context
      await agents.up(db)
      await connectors.up(db)
      await details.up(db)
      await waiting.up(db)
      // One host has a SQLite database for itself, so there both share its connections.
      const second = first.dialect === 'postgres' ? await open(where) : first
      const emit = async (name: string) => void emitted.push(name)
      hosts = [oauthContext(db, emit), oauthContext(second.context, emit)]
    })

    beforeEach(async () => {
      Object.assign(server, { lifetime: 1, delay: 0 })
      emitted = []
      id += 1
      const now = new Date().toISOString()
      await db('ai_agents_connectors').insert({
        ...{ title: `CRM ${id}`, prefix: `crm${id}`, kind: 'mcp', url: server.api, enabled: true, timeout_seconds: 60 },
        ...{ auth: 'oauth', client_id: 'atrium', auth_status: 'none', status: 'new' },
        sealed_client_secret: await hosts[0].secrets.seal(
          CLIENT.client_secret,
          `ai_agents_connectors/${id}/client_secret`,
        ),
        ...{ created_at: now, updated_at: now, version: 1 },
      })
      const { authorization_url, secret } = await beginVisit({ id, account: 'rosa', address: ORIGIN }, hosts[0])
      const back = await new RedirectFollower().follow(authorization_url, (url) => url.origin === ORIGIN)
      await endVisit({ id, account: 'rosa', secret, search: back.search }, hosts[0])
      server.lifetime = 3600
      server.asked.length = 0
    })

    /** Has SQLite refuse one statement because another process writes, and PostgreSQL lose its connections. */
    async function disturb(): Promise<void> {
      if (dialect === 'sqlite') {
        const other = await lockElsewhere(file)
        db.once('query-error', () => void other.kill())
      } else {
        const end =
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
        await hosts[1].db.raw(end).catch(() => undefined)
      }
    }

    /** Has others write to the connector until the returned function is called. */
    async function occupy(): Promise<() => void> {
      if (dialect === 'sqlite') {
        const other = await lockElsewhere(file)
        return () => void other.kill()
      }
      const other = await hosts[1].db.transaction()
      await other('ai_agents_connectors').where({ id }).forUpdate()
      return () => void other.rollback().catch(() => undefined)
    }

    const row = () =>
      db('ai_agents_connectors')
        .where({ id })
        .first<{ auth_status: string; tokens: string | null; token_expires_at: string }>()
    const ended = () =>
      until('the end of the token', async () => Date.parse((await row()).token_expires_at) < Date.now())
    const call = (host: OauthContext) => accessTo({ id, url: server.api }, host)(server.api)
    const statuses = async (calls: Promise<Response>[]) => [
      ...new Set((await Promise.all(calls)).map(({ status }) => status)),
    ]
    const manyCalls = () => Array.from({ length: CALLS }, (_, at) => call(hosts[at % 2]!))

    it(`are renewed by one request, although ${CALLS} calls on two hosts find them expired at the same time`, async () => {
      server.delay = 300
      await ended()
      expect(await statuses(manyCalls())).to.deep.equal([200])
      expect(server.asked.map((each) => each.get('grant_type'))).to.deep.equal(['refresh_token'])
      expect(await statuses(manyCalls())).to.deep.equal([200])
      expect(server.asked).to.have.length(1)
      expect(await row()).to.include({ auth_status: 'connected' })
      expect(emitted).to.deep.equal([])
    })

    it('are renewed once after a 401, and the call is repeated', async () => {
      expect(await statuses([call(hosts[0])])).to.deep.equal([200])
      server.asked.length = 0
      server.refused.add(server.accepted.at(-1) ?? '')
      expect(await statuses(manyCalls())).to.deep.equal([200])
      expect(server.asked).to.have.length(1)
    })

    it('end the connection once if they are not renewed any more, as after a refresh token was stolen and used', async () => {
      const stolen = server.issued.at(-1) ?? ''
      await until(
        'the end of the token',
        async () => (await statuses([call(hosts[0])]))[0] === 200 && server.asked.length === 1,
      )
      // The server detects that a former refresh token is used again, and revokes the whole grant.
      await token({ grant_type: 'refresh_token', refresh_token: stolen })
      const codes = await Promise.all(
        manyCalls().map((each) =>
          each.then(
            ({ status }) => String(status),
            (error: { code: string }) => error.code,
          ),
        ),
      )
      expect(new Set(codes)).to.deep.equal(new Set(['connector_needs_reauth']))
      expect(await row()).to.include({ auth_status: 'needs_reauth', tokens: null })
      expect(emitted).to.deep.equal(['ai-agents.connector_needs_reauth'])
    })

    it('stay if the authorization server cannot be reached, and go to no other origin', async () => {
      const away: OauthContext = { ...hosts[0], fetch: async () => Promise.reject(new TypeError('fetch failed')) }
      await ended()
      const failed = await call(away).catch((error: { code: string }) => error.code)
      expect(failed).to.equal('connector_auth_unreachable')
      expect(await statuses([call(hosts[1])])).to.deep.equal([200])
      const sent: Request[] = []
      const watching: OauthContext = {
        ...hosts[0],
        fetch: async (input) => (sent.push(input as Request), new Response()),
      }
      await accessTo({ id, url: server.api }, watching)('https://elsewhere.example/')
      expect(sent[0]?.headers.get('authorization')).to.equal(null)
    })

    it('are kept although the database is busy or away when they come, because the former ones are used up', async () => {
      let refusals = 0
      db.on('query-error', () => (refusals += 1))
      const disturbed: OauthContext = {
        ...hosts[0],
        fetch: async (input, init) => {
          const answer = await fetch(input, init)
          if (answer.url.endsWith('/token')) await disturb()
          return answer
        },
      }
      await ended()
      expect(await statuses([call(disturbed)])).to.deep.equal([200])
      if (dialect === 'sqlite') expect(refusals).to.be.greaterThan(0)
      expect(server.asked).to.have.length(1)
      server.refused.add(server.accepted.at(-1) ?? '')
      expect(await statuses([call(hosts[1])]), 'the new refresh token is known').to.deep.equal([200])
      expect(await row()).to.include({ auth_status: 'connected' })
    })

    it('are renewed for all calls, although the database is too busy when they ask for it', async () => {
      await ended()
      const end = await occupy()
      for (const { db: each } of hosts) each.on('query-error', end)
      expect(await statuses(manyCalls())).to.deep.equal([200])
      for (const { db: each } of hosts) each.removeListener('query-error', end)
      expect(server.asked).to.have.length(1)
      expect(await row()).to.include({ auth_status: 'connected' })
    })

    it('are not kept if the connector is moved while they are asked for', async () => {
      const moving: OauthContext = {
        ...hosts[0],
        fetch: async (input, init) => {
          const answer = await fetch(input, init)
          const elsewhere = { url: 'https://elsewhere.example/', client_secret: CLIENT.client_secret }
          if (answer.url.endsWith('/token')) await connectorStore(hosts[1]).update?.(id, elsewhere)
          return answer
        },
      }
      const { authorization_url, secret } = await beginVisit({ id, account: 'rosa', address: ORIGIN }, hosts[0])
      const back = await new RedirectFollower().follow(authorization_url, (url) => url.origin === ORIGIN)
      const visit = { id, account: 'rosa', secret, search: back.search }
      const failed = await endVisit(visit, moving).catch((error: { code: string }) => error.code)
      expect(failed).to.equal('connector_visit_expired')
      expect(await row()).to.include({ auth_status: 'none', tokens: null })
    })

    it('are not in the error of a system that repeats them', async () => {
      const sent: string[] = []
      const repeating: OauthContext = {
        ...hosts[0],
        fetch: async (input, init) => {
          const authorization = new Request(input, init).headers.get('authorization') ?? ''
          if (!authorization.startsWith('Bearer ')) return fetch(input, init)
          sent.push(authorization.slice('Bearer '.length))
          return new Response(`Wrong: ${authorization}`, { status: 422 })
        },
      }
      const connector = { id, title: 'CRM', url: server.api, auth: 'oauth' } as OpenedConnector
      const operation = { method: 'GET', path: '/clients', parameters: [], has_body: false }
      const reach = new Reach(connector, repeating, { seconds: 10 })
      const error = await callApi({ name: 'find', operation }, {}, reach).catch((thrown: Error) => thrown)
      expect(sent).to.have.length(1)
      expect(error).to.have.property('message').that.contains('Wrong: ').and.not.contains(sent[0])
    })

    const basic = `Basic ${Buffer.from(`${CLIENT.client_id}:${CLIENT.client_secret}`).toString('base64')}`
    const token = (body: Record<string, string>) =>
      fetch(`${server.issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams(body),
        headers: { authorization: basic },
      })
  })
})
