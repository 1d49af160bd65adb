import { expect } from 'chai'
import type { Identity } from '../../../../host/core/auth/identity.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'
import { startAuth } from './start-auth.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

describe('A session', () => {
  eachDatabase((target) => {
    it('is found by its cookie among others, and then cached', async () => {
      const { auth, signIn } = await startAuth(target)
      const cookie = `theme=dark; ${await signIn()}; other=1`
      const asked = auth.authenticate({ cookie })
      expect(asked).to.be.instanceOf(Promise)
      const identity = (await asked) as Identity
      expect(identity).to.include({ by: 'cookie' })
      expect(identity.caller.can('clients.notes.view')).to.equal(true)
      expect(identity.caller.scope('clients')).to.equal(undefined)
      // A slow machine may look late whether anything has changed. Until then it reads again.
      await until('an answer at once', async () => {
        const known = auth.authenticate({ cookie })
        return (await known) === known
      })
    })

    it('asks the database once for requests that come at the same time', async () => {
      const { auth, signIn, database } = await startAuth(target)
      const cookie = await signIn()
      let queries = 0
      const count = ({ sql }: { sql: string }) => void (queries += sql.includes('platform_sessions') ? 1 : 0)
      database.reader.on('query', count)
      const identities = await Promise.all(Array.from({ length: 20 }, async () => auth.authenticate({ cookie })))
      database.reader.removeListener('query', count)
      expect(queries).to.equal(1)
      expect(new Set(identities).size).to.equal(1)
    })

    it('treats an unknown, truncated or expired cookie as anonymous, so that open routes still answer', async () => {
      const { auth, signIn, clock } = await startAuth(target)
      const cookie = await signIn()
      for (const stale of [`atrium_session=${'A'.repeat(43)}`, cookie.slice(0, -1), 'atrium_session=', 'x=1', '']) {
        expect(await auth.authenticate({ cookie: stale })).to.equal(undefined)
      }
      clock.now += 8 * 24 * HOUR
      expect(await auth.authenticate({ cookie })).to.equal(undefined)
    })

    it('ends after twelve hours without use', async () => {
      const { auth, signIn, clock } = await startAuth(target)
      const cookie = await signIn()
      clock.now += 12 * HOUR - MINUTE
      expect(await auth.authenticate({ cookie })).to.not.equal(undefined)
      await auth.close()
      clock.now += 12 * HOUR - MINUTE
      expect(await auth.authenticate({ cookie })).to.not.equal(undefined)
      await auth.close()
      clock.now += 12 * HOUR
      expect(await auth.authenticate({ cookie })).to.equal(undefined)
    })

    it('ends after seven days, however much it is used', async () => {
      const { auth, signIn, clock } = await startAuth(target)
      const cookie = await signIn()
      for (let hours = 6; hours < 7 * 24; hours += 6) {
        clock.now += 6 * HOUR
        expect(await auth.authenticate({ cookie }), `after ${hours} h`).to.not.equal(undefined)
        await auth.close()
      }
      clock.now += 6 * HOUR - SECOND
      expect(await auth.authenticate({ cookie })).to.not.equal(undefined)
      clock.now += SECOND
      expect(await auth.authenticate({ cookie })).to.equal(undefined)
    })

    it('records its last use at most once a minute', async () => {
      const { auth, signIn, clock, database } = await startAuth(target)
      const cookie = await signIn()
      const lastSeen = async () => {
        await auth.authenticate({ cookie })
        await auth.close()
        const row = await database.knex('platform_sessions').first<{ last_seen_at: string }>('last_seen_at')
        return Date.parse(row.last_seen_at)
      }
      const start = clock.now
      clock.now += MINUTE - 1
      expect(await lastSeen()).to.equal(start)
      clock.now += 1
      expect(await lastSeen()).to.equal(start + MINUTE)
      clock.now += MINUTE - 1
      expect(await lastSeen()).to.equal(start + MINUTE)
    })

    it('that was signed out is refused at once here, and soon by other hosts', async () => {
      const { auth, another, signIn, send } = await startAuth(target)
      const other = await another()
      const cookie = await signIn()
      await auth.authenticate({ cookie })
      await other.authenticate({ cookie })
      const out = await send('DELETE', '/sessions/current', { cookie })
      expect(out.status).to.equal(204)
      expect(await auth.authenticate({ cookie })).to.equal(undefined)
      await until('the other host refuses it', async () => (await other.authenticate({ cookie })) === undefined)
    })

    it('can be signed out after it has ended; the cookie is removed', async () => {
      const { send } = await startAuth(target)
      const { status, headers } = await send('DELETE', '/sessions/current', {
        cookie: `atrium_session=${'A'.repeat(43)}`,
      })
      expect(status).to.equal(204)
      expect(headers.get('set-cookie')).to.match(/^atrium_session=; path=\/; expires=Thu, 01 Jan 1970/)
    })

    it('is replaced by a new one at each sign-in from the same browser', async () => {
      const { auth, signIn, send, token } = await startAuth(target)
      const former = await signIn()
      const { cookie } = await send('POST', '/sessions', { cookie: former, body: { token: await token() } })
      expect(cookie).to.not.equal(former)
      expect(await auth.authenticate({ cookie: former })).to.equal(undefined)
      expect(await auth.authenticate({ cookie })).to.not.equal(undefined)
    })

    it('ends when its person is disabled', async () => {
      const { auth, signIn, database, clock } = await startAuth(target)
      const cookie = await signIn()
      await database.knex('platform_users').update({ disabled_at: new Date(clock.now).toISOString() })
      expect(await auth.authenticate({ cookie })).to.equal(undefined)
    })

    it('is deleted once it has ended, as are used links, tickets and limits', async () => {
      const { auth, signIn, send, database, clock } = await startAuth(target)
      const tables = ['platform_sessions', 'platform_sign_in_links', 'platform_tickets', 'platform_sign_in_limits']
      const count = async () =>
        (await Promise.all(tables.map((table) => database.knex(table)))).map((rows) => rows.length)
      const cookie = await signIn()
      await send('POST', '/tickets', { cookie })
      await auth.sweep()
      expect((await count()).slice(0, 3)).to.deep.equal([1, 1, 1])
      clock.now += 24 * HOUR
      await database.knex('platform_sign_in_limits').update({ expire: 1 })
      await auth.sweep()
      expect(await count()).to.deep.equal([0, 0, 0, 0])
    })
  })
})

describe('The cookie of a session', () => {
  eachDatabase((target) => {
    it('is inaccessible to scripts and other sites', async () => {
      const { send, token } = await startAuth(target)
      const { headers } = await send('POST', '/sessions', { body: { token: await token() } })
      const [session, device, ...others] = headers.getSetCookie()
      expect(others).to.deep.equal([])
      expect(device).to.match(/^atrium_device=[^;]+; .*samesite=lax; httponly$/)
      expect(session).to.match(
        /^atrium_session=[\w-]{43}; path=\/; expires=Fri, 27 Nov 2026 08:00:00 GMT; samesite=lax; httponly$/,
      )
    })

    it('belongs to exactly one host over https, where the plain name is ignored', async () => {
      const { auth, send, token } = await startAuth(target)
      const https = { 'x-forwarded-proto': 'https' }
      const { headers, cookie } = await send('POST', '/sessions', { body: { token: await token() }, headers: https })
      expect(headers.get('set-cookie')).to.match(
        /^__Host-atrium_session=[\w-]{43}; path=\/; expires=.*; secure; httponly$/,
      )
      expect(await auth.authenticate({ cookie, secure: true })).to.not.equal(undefined)
      expect(await auth.authenticate({ cookie: cookie.replace('__Host-', ''), secure: true })).to.equal(undefined)
      const out = await send('DELETE', '/sessions/current', { cookie, headers: https })
      expect(out.headers.get('set-cookie')).to.match(/^__Host-atrium_session=; path=\/; .*secure/)
    })
  })
})

describe('A bearer token', () => {
  eachDatabase((target) => {
    const adminToken = 'a-token-preset-by-the-operator!'

    it('that the operator has configured has all permissions, with any case of the scheme', async () => {
      const { auth, send } = await startAuth(target, { adminToken })
      const identity = auth.authenticate({ authorization: `bearer ${adminToken}` }) as Identity
      expect(identity.by).to.equal('bearer')
      expect(identity.caller).to.include({ id: 'admin-token', kind: 'token' })
      expect(identity.caller.can('anything.at.all')).to.equal(true)
      const { body } = await send('GET', '/me', { headers: { authorization: `Bearer ${adminToken}` } })
      expect(body).to.deep.equal({ id: 'admin-token', kind: 'token', name: 'Admin token', permissions: ['*'] })
    })

    it('that the host has created for the command line has all permissions, and is distinguished', async () => {
      const cliToken = 'a-token-made-at-the-start-of-it'
      const { auth } = await startAuth(target, { adminToken, cliToken })
      const identity = auth.authenticate({ authorization: `Bearer ${cliToken}` }) as Identity
      expect(identity.by).to.equal('cli')
      expect(identity.caller).to.include({ id: 'cli', kind: 'token', name: 'Command line' })
      expect(identity.caller.can('anything.at.all')).to.equal(true)
      expect((auth.authenticate({ authorization: `Bearer ${adminToken}` }) as Identity).by).to.equal('bearer')
    })

    it('that is unknown or stale is refused with 401, never treated as anonymous', async () => {
      const { auth, signIn } = await startAuth(target, { adminToken })
      const cookie = await signIn()
      for (const token of [`${adminToken}x`, adminToken.slice(1), 'zzz']) {
        const error = await rejection((async () => auth.authenticate({ authorization: `Bearer ${token}`, cookie }))())
        expect(error).to.include({ code: 'unauthenticated', status: 401 })
        expect(error).to.have.nested.property('options.headers.WWW-Authenticate', 'Bearer error="invalid_token"')
        expect(error.message).to.not.include(token)
      }
    })

    it('is refused if none is configured', async () => {
      for (const preset of [undefined, '']) {
        const { auth } = await startAuth(target, { adminToken: preset })
        const error = await rejection((async () => auth.authenticate({ authorization: 'Bearer undefined' }))())
        expect(error).to.include({ code: 'unauthenticated' })
      }
    })

    it('is not read from credentials for a proxy in front', async () => {
      const { auth, signIn } = await startAuth(target)
      const identity = await auth.authenticate({ authorization: 'Basic cHJveHk6eA==', cookie: await signIn() })
      expect(identity?.by).to.equal('cookie')
    })
  })
})
