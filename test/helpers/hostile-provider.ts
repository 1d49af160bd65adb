import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'mocha'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** An identity provider that lies as a test tells it to. */
export interface HostileProvider {
  readonly issuer: string
  /** Claims of the next ID token, besides correct ones. */
  claims: object
  /** Members of the published configuration, besides correct ones; undefined removes one. */
  published: object
  /** Answers of its own, by path, such as `/token`. */
  readonly answers: Record<string, Answer>
}

/** Starts the provider. Everybody who visits it is sent back with a code at once. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const server = createServer()
  after(() => void server.close().closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: HostileProvider = { issuer, claims: {}, published: {}, answers: {} }
  let nonce = ''
  const issue: Answer = (_, response) => {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: issuer, aud: 'atrium', sub: 'mallory', iat: now, exp: now + 300, nonce, ...provider.claims }
    sendJson(response, { access_token: 'access', token_type: 'Bearer', id_token: tokenOf(claims) })
  }
  const usual: Record<string, Answer> = {
    '/.well-known/openid-configuration': (_, response) => sendJson(response, configurationOf(provider)),
    '/authorize': (request, response) => {
      const { searchParams: asked } = new URL(request.url ?? '', issuer)
      nonce = asked.get('nonce') ?? ''
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.search = String(new URLSearchParams({ code: 'code', state: asked.get('state') ?? '' }))
      response.writeHead(303, { location: back.href }).end()
    },
    '/token': issue,
    '/token/moved': issue,
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', issuer)
    const answer = provider.answers[pathname] ?? usual[pathname]
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  return provider
}

const configurationOf = ({ issuer, published }: HostileProvider) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  ...published,
})

/** A client that fetches the token itself, over TLS, need not check the signature (OpenID Connect Core 3.1.3.7). */
function tokenOf(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signature = createHash('sha256').update('no signature').digest('base64url')
  return `${part({ alg: 'RS256' })}.${part(claims)}.${signature}`
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
