import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'mocha'
import Provider from 'oidc-provider'

/** A real identity provider, whose accounts sign in without being asked anything. */
export interface TestProvider {
  readonly issuer: string
  /** The claims of its accounts by id. Tests may change them. */
  readonly accounts: Record<string, object>
  /** The account that signs in next; undefined: the person cancels. */
  current: string | undefined
}

export const CLIENT = { client_id: 'atrium', client_secret: 'a secret of sixteen words or so' }

/** Starts a provider with one client. @param redirectUri where it may send people back to */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const { server, issuer } = await listen()
  const test: TestProvider = { issuer, accounts: {}, current: undefined }
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['of a test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...test.accounts[id] }),
    }),
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (koa, next) => {
    if (!koa.path.startsWith('/interaction/')) return void (await next())
    koa.respond = false
    const { current } = test
    const result = current === undefined ? { error: 'access_denied' } : { login: { accountId: current } }
    await provider.interactionFinished(koa.req, koa.res, result, { mergeWithLastSubmission: false })
    return undefined
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  return test
}

async function listen(): Promise<{ server: Server; issuer: string }> {
  const { createServer } = await import('node:http')
  const server = createServer()
  after(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Follows redirects as a browser does, with cookies per port, until an answer is none. */
export class RedirectFollower {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** Returns the address that the last redirect led to, without opening it, if it `isEnd`. */
  async follow(from: string, isEnd: (url: URL) => boolean): Promise<URL> {
    let url = new URL(from)
    for (let count = 0; count < 12; count++) {
      const response = await fetch(url, { redirect: 'manual', headers: { cookie: this.cookie(url.origin) } })
      this.#keep(url.origin, response)
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`)
      url = new URL(location, url)
      if (isEnd(url)) return url
    }
    throw new Error(`Too many redirects, last to ${url.href}`)
  }

  /** The `Cookie` header for an origin. */
  cookie(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep(origin: string, response: Response): void {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '' || /expires=thu, 01 jan 1970/i.test(set)) jar.delete(name)
      else jar.set(name, value)
    }
  }
}
