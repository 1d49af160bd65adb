import { request as httpRequest } from 'node:http'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { ITEMS, useTemplateHost } from './template-host.ts'

const EVIL = 'evil.example'

/** Sends a request with a `Host` header of one's own, which `fetch` does not allow. */
function askAs(url: string, headers: Record<string, string>, { method = 'GET', body = '' } = {}) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = httpRequest(url, { method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: JSON.stringify(response.headers) + Buffer.concat(parts).toString(),
        }),
      )
    })
    request.on('error', reject).end(body)
  })
}

describe('A host', () => {
  const template = useTemplateHost()

  it('makes no address from the [Host] header of a request', async () => {
    const { url, token } = template.host
    await template.create()
    const headers = { host: EVIL, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const { body: user } = await template.ask<{ id: string }>('/api/v1/platform/users', {
      ...{ method: 'POST', json: { name: 'Ada', email: 'ada@example.com' } },
    })
    const sent: [path: string, init?: { method: string; body: string }][] = [
      [`${ITEMS}?_limit=1`],
      [ITEMS, { method: 'POST', body: JSON.stringify({ name: 'Bolt', price: 1 }) }],
      [`/api/v1/platform/users/${user.id}/invitation`, { method: 'POST', body: '' }],
      ['/api/v1/openapi.json'],
      ['/docs'],
      ['/'],
      ['/api/v1/nothing'],
    ]
    for (const [path, init] of sent) {
      const { status, text } = await askAs(url + path, headers, init)
      expect(status, path).to.be.lessThan(500)
      expect(text, path).not.to.contain(EVIL)
    }
  })

  it('lets no page of another origin read an answer', async () => {
    const origin = `https://${EVIL}`
    for (const path of [ITEMS, '/api/v1/auth/me', '/docs', '/readyz']) {
      const read = await template.host.request(path, { headers: { origin } })
      expect(read.headers.get('access-control-allow-origin'), path).to.equal(null)
      expect(read.headers.get('access-control-allow-credentials'), path).to.equal(null)
      const asked = await template.host.request(path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'DELETE' },
      })
      expect(asked.headers.get('access-control-allow-origin'), path).to.equal(null)
      expect(asked.headers.get('access-control-allow-methods'), path).to.equal(null)
    }
  })
})

describe('A host that people reach over https', () => {
  const template = useTemplateHost({ publicUrl: 'https://atrium.example.org' })
  /** Signs in as the browser of a person does, through a proxy that speaks http to the host. */
  const signIn = async () => {
    const [, token] = (template.host.signInLink ?? '').split('#token=')
    const headers = { authorization: '', origin: template.host.url }
    const { headers: sent } = await template.ask('/api/v1/auth/sessions', { method: 'POST', json: { token }, headers })
    return sent.get('set-cookie') ?? ''
  }

  it('makes its first sign-in link for this address', () => {
    expect(template.host.signInLink).to.match(/^https:\/\/atrium\.example\.org\/sign-in#token=/)
  })

  it('keeps the session in a cookie for this host and https only, and accepts no other', async () => {
    const cookie = await signIn()
    expect(cookie).to.match(/^__Host-atrium_session=[\w-]{43}; path=\/; .*secure; httponly/i)
    const [pair = ''] = cookie.split(';')
    const me = (sent: string) => template.ask('/api/v1/auth/me', { headers: { authorization: '', cookie: sent } })
    expect((await me(pair)).status).to.equal(200)
    expect((await me(pair.replace('__Host-', ''))).status).to.equal(401)
    const opens = (sent: string) =>
      new Promise<boolean>((resolve) => {
        const { url } = template.host
        const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws`, {
          headers: { cookie: sent, origin: url },
        })
        socket.on('open', () => {
          socket.close()
          resolve(true)
        })
        socket.on('error', () => resolve(false))
      })
    expect([await opens(pair), await opens(pair.replace('__Host-', ''))]).to.deep.equal([true, false])
  })

  it('believes no header that says so of a request', async () => {
    const { headers } = await template.ask('/api/v1/auth/me', { headers: { 'x-forwarded-proto': 'http' } })
    expect(headers.get('set-cookie')).to.equal(null)
    expect(await template.ask('/api/v1/auth/me', { headers: { 'x-forwarded-host': EVIL } })).to.include({ status: 200 })
  })
})
