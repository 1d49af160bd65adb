import { ApiError } from '@atrium/sdk'
import type * as OpenidClient from 'openid-client'
import type { ProviderConfig } from '../../base/config/index.ts'
import { lateImport } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { createSecret, hashSecret } from '../auth/index.ts'
import type { PublicSite } from './public-site.ts'
import type { SignInSteps } from './sign-in-steps.ts'

/** Loaded with the first visit to a provider. */
const client = async () => (await lateImport('openid-client')) as typeof OpenidClient

/** Seconds in which a provider must answer. */
const PATIENCE = 10

/** The reason why a visit to a provider failed. The sign-in page has a sentence for each. */
export type OidcProblem = 'cancelled' | 'expired' | 'unreachable' | 'unknown_person' | 'refused' | 'failed'

/** A visit to a provider has failed. */
export class OidcError extends Error {
  override readonly name = 'OidcError'
  readonly problem: OidcProblem

  constructor(problem: OidcProblem, options?: ErrorOptions) {
    super(`The sign-in at the identity provider led to nothing: ${problem}`, options)
    this.problem = problem
  }
}

interface OidcOptions {
  readonly steps: SignInSteps
  readonly site: () => PublicSite
  readonly providers: () => readonly Provider[]
  readonly log: HostLogger
}

/** The data stored when the browser left for a provider. */
interface Visit {
  readonly provider: string
  readonly return_to: string
}

/**
 * Visits to identity providers (OpenID Connect, the code flow with PKCE). State, nonce and verifier are derived from one secret, which only
 * the browser has: a visit cannot be finished with the database row, or with an address that somebody else has begun.
 */
export class Oidc {
  readonly #options: OidcOptions
  readonly #known = new Map<string, Promise<OpenidClient.Configuration>>()

  constructor(options: OidcOptions) {
    this.#options = options
  }

  /** The providers for the sign-in page. Their addresses are at the public address, where the visit also ends. */
  list(): { id: string; title: string; href: string }[] {
    const { providers, site } = this.#options
    return providers().map(({ id, title }) => ({ id, title, href: `${site().url}/api/v1/auth/oidc/${id}` }))
  }

  /** @throws ApiError `record_not_found` */
  provider(id: string): Provider {
    const found = this.#options.providers().find((each) => each.id === id)
    if (found) return found
    throw new ApiError('record_not_found', {
      detail: `There is no identity provider [${id}]. Add it to panels.config.json below [sign_in.providers].`,
    })
  }

  /** Begins a visit. Returns the address for the browser, and the secret for its cookie. @throws OidcError */
  async begin(provider: Provider, return_to: string): Promise<{ url: URL; secret: string }> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await client()
    const config = await this.#configurationOf(provider)
    const { text: secret } = createSecret()
    const { state, nonce, verifier } = derive(secret)
    await this.#options.steps.begin('oidc', { userId: null, data: { provider: provider.id, return_to } }, secret)
    const url = buildAuthorizationUrl(config, {
      redirect_uri: this.#callbackOf(provider),
      scope: ['openid', 'email', 'profile', ...(provider.scopes ?? [])].join(' '),
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return { url, secret }
  }

  /** Ends a visit. Returns the provider's claims about the person. @throws OidcError */
  async finish(
    provider: Provider,
    { secret, search }: { secret: string | undefined; search: string },
  ): Promise<{ claims: Claims & IdToken; return_to: string }> {
    const visit = secret === undefined ? undefined : await this.#options.steps.use<Visit>('oidc', secret)
    if (secret === undefined || visit?.data.provider !== provider.id) throw new OidcError('expired')
    const { authorizationCodeGrant, fetchUserInfo } = await client()
    const config = await this.#configurationOf(provider)
    const { state, nonce, verifier } = derive(secret)
    try {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await authorizationCodeGrant(config, new URL(this.#callbackOf(provider) + search), checks)
      const claims = tokens.claims()
      if (!claims || !isForUs(claims, provider)) throw new OidcError('failed')
      const needsMore = config.serverMetadata().userinfo_endpoint !== undefined
      const more = needsMore ? await fetchUserInfo(config, tokens.access_token, claims.sub) : {}
      return { claims: { ...more, ...claims }, return_to: visit.data.return_to }
    } catch (error) {
      this.#known.delete(keyOf(provider))
      throw explain(error)
    }
  }

  #callbackOf({ id }: Provider): string {
    return `${this.#options.site().url}/api/v1/auth/oidc/${id}/callback`
  }

  /** The provider's published configuration, cached until a visit fails: the provider may have changed it. Failures are not cached. */
  async #configurationOf(provider: Provider): Promise<OpenidClient.Configuration> {
    const key = keyOf(provider)
    const known = this.#known.get(key) ?? this.#discover(provider)
    this.#known.set(key, known)
    try {
      return await known
    } catch (error) {
      this.#known.delete(key)
      this.#options.log.warn('an identity provider cannot be reached', { err: error, provider: provider.id })
      throw new OidcError('unreachable', { cause: error })
    }
  }

  async #discover({ issuer, client_id, secret }: Provider): Promise<OpenidClient.Configuration> {
    const { allowInsecureRequests, customFetch, discovery, None } = await client()
    const url = new URL(issuer)
    const execute = url.protocol === 'http:' ? [allowInsecureRequests] : []
    const config = await discovery(url, client_id, secret, secret === undefined ? None() : undefined, {
      execute,
      timeout: PATIENCE,
      [customFetch]: fetchFromProvider,
    })
    config.timeout = PATIENCE
    requireEndpoints(config)
    return config
  }
}

const keyOf = ({ issuer, client_id, secret }: Provider) => JSON.stringify([issuer, client_id, secret])

/** @throws Error that names the missing address */
function requireEndpoints(config: OpenidClient.Configuration): void {
  const published = config.serverMetadata()
  for (const name of ['authorization_endpoint', 'token_endpoint'] as const) {
    if (/^https?:/.test(published[name] ?? '')) continue
    throw new Error(`The provider [${published.issuer}] publishes no address for [${name}]. Check [issuer].`)
  }
}

/** Subjects have at most 255 ASCII characters (OpenID Connect Core 2), and fit their column. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/

/** Whether a token was issued to this client, for a person with a valid subject. */
const isForUs = ({ sub, azp }: IdToken, { client_id }: Provider) =>
  SUBJECT.test(sub) && (azp === undefined || azp === client_id)

/** The parts of a visit that must not be guessed. */
function derive(secret: string) {
  const [state, nonce, verifier] = ['state', 'nonce', 'verifier'].map((part) => hashSecret(`${part} ${secret}`))
  return { state: state ?? '', nonce: nonce ?? '', verifier: verifier ?? '' }
}

function explain(error: unknown): OidcError {
  if (error instanceof OidcError) return error
  const { error: answer, code } = error as { error?: unknown; code?: unknown }
  if (answer === 'access_denied') return new OidcError('cancelled', { cause: error })
  const isUnreachable = error instanceof TypeError || code === 'OAUTH_TIMEOUT'
  return new OidcError(isUnreachable ? 'unreachable' : 'failed', { cause: error })
}

/** A provider with its id and, unless it is a public client, its secret. */
export interface Provider extends ProviderConfig {
  readonly id: string
  readonly secret?: string | undefined
}

/** What every ID token says. */
export type IdToken = OpenidClient.IDToken

/** The claims of a provider about a person. */
export type Claims = Readonly<Record<string, unknown>>

/** The values of a claim for a person: the groups. Only plain values name a group; anything else grants nothing. */
export function valuesOf(claims: Claims, name: string): string[] {
  const claim = claims[name]
  const given: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  return given.filter((value) => ['string', 'number', 'boolean'].includes(typeof value)).map(String)
}

/** The roles that a provider gives for these values of the claim, and all roles that it manages. */
export function rolesByClaim(
  roles: Provider['roles'],
  values: readonly string[],
): { given: readonly string[]; decided: readonly string[] } {
  if (!roles) return { given: [], decided: [] }
  const given = Object.entries(roles.map).flatMap(([value, names]) => (values.includes(value) ? names : []))
  return { given, decided: Object.values(roles.map).flat() }
}

/** The most bytes that an answer of an identity provider may have. A real one has a few thousand. */
const LARGEST = 1024 * 1024

/** Fetches from an identity provider, and refuses an answer that would fill the memory. @throws Error */
async function fetchFromProvider(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options)
  const { status, statusText, headers } = response
  const body = response.body === null ? null : await readLimited(response.body, url)
  return new Response(body, { status, statusText, headers })
}

async function readLimited(body: AsyncIterable<Uint8Array>, url: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > LARGEST) throw new Error(`The answer of [${url}] has more than ${LARGEST} bytes and was not read.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
