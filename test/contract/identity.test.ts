import type { SessionInfo } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { ITEMS, useTemplateHost } from './template-host.ts'
import type { Init } from './template-host.ts'

const SESSIONS = '/api/v1/auth/sessions'
const CURRENT = '/api/v1/auth/sessions/current'
const ME = '/api/v1/auth/me'

/** Everything that anonymous callers may ask of a host. Another line is a decision. */
const OPEN = [
  'POST /api/v1/auth/sessions',
  'DELETE /api/v1/auth/sessions/current',
  'POST /api/v1/auth/links/accept',
  'POST /api/v1/auth/links/open',
  'POST /api/v1/auth/password-resets',
  'GET /api/v1/auth/sign-in',
  'DELETE /api/v1/auth/sign-in',
  'POST /api/v1/auth/sign-in/code',
  'POST /api/v1/auth/sign-in/passkey',
  'POST /api/v1/auth/sign-in/passkey/options',
  'POST /api/v1/auth/sign-in/passkeys',
  'POST /api/v1/auth/sign-in/passkeys/options',
  'POST /api/v1/auth/sign-in/totp',
  'POST /api/v1/auth/sign-in/totp/confirm',
  'GET /api/v1/auth/oidc/{provider}',
  'GET /api/v1/auth/oidc/{provider}/callback',
]

describe('Identity', () => {
  const template = useTemplateHost()
  const { ask } = template
  /** Sends a request without the token. */
  const askAs = <Body = SessionInfo & { code?: string }>(
    headers: Record<string, string>,
    to: string,
    init: Init = {},
  ) => ask<Body>(to, { ...init, headers: { authorization: '', ...headers } })
  const asNobody = <Body>(to: string, init?: Init) => askAs<Body>({}, to, init)

  describe('of an anonymous caller', () => {
    it('permits only signing in and out', () => {
      const open = template.host.registries.operations.list().filter((operation) => operation.open)
      expect(open.map(({ name }) => name)).to.have.members(OPEN)
    })

    it('is refused with 401 by every other operation, before anything else is checked', async () => {
      const closed = template.host.registries.operations.list().filter((operation) => !operation.open)
      expect(closed).to.have.length.greaterThan(20)
      for (const { name, method, path } of closed) {
        const body = method === 'GET' ? {} : { body: '{ this is no JSON', headers: { 'content-type': 'text/plain' } }
        const answer = await askAs({}, path.replaceAll(/\{\w+\}/g, '1'), { method, ...body })
        expect([answer.status, answer.body.code], name).to.deep.equal([401, 'unauthenticated'])
        expect(answer.headers.get('www-authenticate'), name).to.equal('Bearer')
      }
    })

    it('does not reveal which paths exist', async () => {
      for (const path of ['/api/v1/nothing', '/api/v1/template/nothing', '/api/v1/template/items/1/2/3', '/api/v1']) {
        expect((await asNobody(path)).status, path).to.equal(401)
      }
      expect((await asNobody(ITEMS, { method: 'PUT' })).status).to.equal(401)
    })

    it('stays anonymous with invalid tokens and cookies', async () => {
      const wrong: Record<string, string>[] = [
        { authorization: 'Bearer wrong' },
        { authorization: `Bearer ${template.host.token}x` },
        { authorization: `Basic ${btoa(`admin:${template.host.token}`)}` },
        { authorization: template.host.token },
        { cookie: `atrium_session=${'a'.repeat(43)}` },
        { cookie: `atrium_session=${template.host.token}` },
      ]
      for (const headers of wrong) {
        const { status, body } = await askAs(headers, ITEMS)
        expect([status, body.code], JSON.stringify(headers)).to.deep.equal([401, 'unauthenticated'])
      }
    })
  })

  it('of a program with the admin token permits everything', async () => {
    const { status, body } = await ask<SessionInfo>(ME)
    expect(status).to.equal(200)
    expect(body).to.deep.include({ kind: 'token', permissions: ['*'] })
  })

  describe('of the operator', () => {
    const linkToken = () => /#token=(.+)$/.exec(template.host.signInLink ?? '')?.[1] ?? ''
    let cookie: string

    it('starts with a link that is printed at the start and that a preview of the page does not use up', async () => {
      const { origin, pathname, hash } = new URL(template.host.signInLink ?? '')
      expect([origin, pathname]).to.deep.equal([template.host.url, '/sign-in'])
      expect(hash).to.match(/^#token=[\w-]{43}$/)
      await fetch(template.host.signInLink ?? '')
    })

    it('is kept in a cookie that scripts cannot read, after the link was used', async () => {
      const { status, headers, body } = await asNobody<SessionInfo>(SESSIONS, {
        method: 'POST',
        json: { token: linkToken() },
      })
      expect(status).to.equal(201)
      expect(body).to.deep.include({ kind: 'person', permissions: ['*'], has_password: false })
      const [sent = ''] = headers.getSetCookie()
      expect(sent).to.match(/^atrium_session=[\w-]{43}; path=\/; expires=.*; samesite=lax; httponly$/i)
      cookie = sent.split(';')[0] ?? ''
      expect((await askAs({ cookie }, ME)).body).to.deep.equal(body)
      expect((await askAs({ cookie }, ITEMS)).status).to.equal(200)
    })

    it('is refused for a link that was used', async () => {
      const { status, headers, body } = await asNobody<{ code: string }>(SESSIONS, {
        method: 'POST',
        json: { token: linkToken() },
      })
      expect([status, body.code, headers.getSetCookie()]).to.deep.equal([401, 'credentials_invalid', []])
    })

    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      {},
    ]
    for (const headers of foreign) {
      it(`does not permit changes from a page with ${JSON.stringify(headers)}`, async () => {
        const answer = await askAs({ cookie, ...headers }, ITEMS, { method: 'POST', json: { name: 'Bolt', price: 1 } })
        expect([answer.status, answer.body.code]).to.deep.equal([403, 'origin_refused'])
        expect(await template.items()).to.deep.equal([])
      })
    }

    it('permits changes from its own pages', async () => {
      const own: Record<string, string>[] = [{ origin: template.host.url }, { 'sec-fetch-site': 'same-origin' }]
      for (const headers of own) {
        const create = { method: 'POST', json: { name: 'Bolt', price: 1 } }
        expect((await askAs({ cookie, ...headers }, ITEMS, create)).status).to.equal(201)
      }
    })

    it('ends by signing out, and the cookie is deleted', async () => {
      const headers = { cookie, origin: template.host.url }
      const out = await askAs(headers, CURRENT, { method: 'DELETE' })
      expect(out.status).to.equal(204)
      expect(out.headers.getSetCookie()[0]).to.match(/^atrium_session=; path=\/; expires=Thu, 01 Jan 1970/i)
      expect((await askAs({ cookie }, ME)).status).to.equal(401)
      expect((await askAs(headers, CURRENT, { method: 'DELETE' })).status, 'twice is harmless').to.equal(204)
    })
  })
})
