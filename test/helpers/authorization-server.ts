import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'mocha'
import Provider from 'oidc-provider'

export const CLIENT = { client_id: 'atrium', client_secret: 'canary-client-secret-5b1f0e7d9a3c' }

/** A real authorization server whose people agree to everything, and a system that wants its tokens. */
export interface AuthorizationServer {
  readonly issuer: string
  /** The address of the system. It answers 401 without a token of the server, and names the server as MCP servers do. */
  readonly api: string
  /** Seconds that access tokens last. */
  lifetime: number
  /** Seconds that codes last. */
  code_lifetime: number
  /** The system behind the tokens. Default: it answers `{ ok: true }`. */
  system: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined
  /** Who signs in next; undefined: the person cancels. */
  current: string | undefined
  /** Whether a page with the buttons “Allow” and “Cancel” asks people first. */
  asks: boolean
  /** Requests for tokens so far, with those that are not answered yet. */
  begun: number
  /** The bodies of requests for tokens, in order. */
  readonly asked: URLSearchParams[]
  /** Access and refresh tokens that were issued. */
  readonly issued: string[]
  /** Access tokens that the system has accepted. */
  readonly accepted: string[]
  /** Access tokens that the system does not accept any more, although they are valid. */
  readonly refused: Set<string>
  /** Milliseconds that a request for tokens takes at least. */
  delay: number
}

const PAGE =
  '<!doctype html><html lang="en"><title>Sign in</title><h1>Atrium asks for your contacts</h1>' +
  '<form method="post"><button>Allow</button><button formaction="?cancel">Cancel</button></form>'

interface Token {
  readonly isValid: boolean
}

/** Starts the server. @param options.redirectUris of the client `atrium` */
export async function startAuthorizationServer({
  redirectUris = [],
  registration = false,
  atEnd = after,
}: {
  redirectUris?: readonly string[]
  registration?: boolean
  /** Registers what ends the server. Default: at the end of the suite. */
  atEnd?: (end: () => void) => void
}): Promise<AuthorizationServer> {
  const server = createServer()
  atEnd(() => void server.close().closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const test: AuthorizationServer = {
    ...{ issuer, api: `${issuer}/api/mcp`, lifetime: 3600, code_lifetime: 60, current: 'rosa', asks: false },
    ...{ asked: [], issued: [], accepted: [], refused: new Set(), begun: 0, delay: 0, system: undefined },
  }
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: redirectUris, grant_types: ['authorization_code', 'refresh_token'] }],
    cookies: { keys: ['of a test'] },
    scopes: ['openid', 'offline_access', 'contacts'],
    ttl: {
      AccessToken: () => test.lifetime,
      AuthorizationCode: () => test.code_lifetime,
      RefreshToken: 86_400,
      Session: 3600,
      Grant: 86_400,
      Interaction: 600,
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      registration: { enabled: registration },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'contacts',
          accessTokenFormat: 'opaque',
          accessTokenTTL: test.lifetime,
        }),
      },
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    loadExistingGrant: async ({ oidc }: { oidc: Oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid offline_access contacts')
      ;(grant as unknown as { addResourceScope(resource: string, scope: string): void }).addResourceScope(
        test.api,
        'contacts',
      )
      await grant.save()
      return grant
    },
  })
  provider.use(async (koa, next) => {
    if (koa.path.startsWith('/interaction/')) {
      if (test.asks && koa.method === 'GET') {
        koa.body = PAGE
        return undefined
      }
      koa.respond = false
      const current = koa.search === '?cancel' ? undefined : test.current
      const result =
        current === undefined
          ? { error: 'access_denied', error_description: '<b>canary</b>' }
          : { login: { accountId: current } }
      return provider.interactionFinished(koa.req, koa.res, result, { mergeWithLastSubmission: false })
    }
    if (koa.path === '/.well-known/oauth-protected-resource/api/mcp') {
      koa.body = { resource: test.api, authorization_servers: [issuer], scopes_supported: ['contacts'] }
      return undefined
    }
    if (koa.path.startsWith('/api/')) return answerApi(koa)
    if (koa.path === '/token') test.begun++
    if (koa.path === '/token' && test.delay > 0) await new Promise((resolve) => setTimeout(resolve, test.delay))
    await next()
    if (koa.path !== '/token') return undefined
    const { body } = (koa as unknown as { oidc: { body: Record<string, string> } }).oidc
    test.asked.push(new URLSearchParams(body))
    const { access_token, refresh_token } = koa.body as Record<string, string>
    test.issued.push(...[access_token, refresh_token].filter((each) => each !== undefined))
    return undefined
  })

  async function answerApi(koa: {
    get(name: string): string
    set(name: string, value: string): void
    status: number
    body: unknown
    respond?: boolean
    req: IncomingMessage
    res: ServerResponse
  }) {
    const [, token = ''] = /^Bearer (.+)$/.exec(koa.get('authorization')) ?? []
    const { AccessToken } = provider as unknown as { AccessToken: { find(token: string): Promise<Token | undefined> } }
    const found = await AccessToken.find(token)
    koa.status = found?.isValid === true && !test.refused.has(token) ? 200 : 401
    koa.body = { ok: koa.status === 200 }
    if (koa.status === 200) {
      test.accepted.push(token)
      if (test.system === undefined) return
      koa.respond = false
      await test.system(koa.req, koa.res)
    } else
      koa.set('www-authenticate', `Bearer resource_metadata="${issuer}/.well-known/oauth-protected-resource/api/mcp"`)
  }

  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  return test
}

interface Oidc {
  readonly client: { readonly clientId: string }
  readonly session: { readonly accountId: string }
}
