import { ApiError, type PluginContext } from '@atrium/sdk'
import { isApiError } from '../../is-api-error.ts'
import type * as OpenidClient from 'openid-client'
import { CLIENT_SECRET, type OpenedConnector, openConnector } from '../connector-store.ts'
import { CONNECTORS } from '../connector.ts'
import { openSealed } from '../../sealed-store.ts'

export type OauthContext = Pick<PluginContext, 'db' | 'secrets' | 'fetch' | 'events' | 'jobs' | 'signal'>

/** Loaded when a connector with OAuth is first used. Apart from types, this is the only file that uses the package. */
export const client = () => import('openid-client')

/** The issuer of a connector's tokens, and the client that requests them. Sealed together with the tokens. */
export interface Authority {
  readonly issuer: string
  readonly client_id: string
  /** Only for a client that registered itself. The operator's secret is in the connector. */
  readonly client_secret?: string
  /** The address that the tokens are for (RFC 8707). */
  readonly resource?: string
  readonly scope?: string
}

/** A connector with OAuth, and its client secret. */
export interface OauthConnector extends OpenedConnector {
  readonly client_secret?: string
}

/** @throws ApiError 404, 409 `connector_auth_unused` for a connector with another kind of sign-in */
export async function openOauth(id: number, context: OauthContext): Promise<OauthConnector> {
  const connector = await openConnector(id, context)
  if (connector.auth !== 'oauth')
    throw new ApiError('connector_auth_unused', {
      status: 409,
      detail: `The connector [${connector.title}] does not use OAuth. Choose it under “Sign-in” first.`,
    })
  const row = await context
    .db(CONNECTORS)
    .where({ id })
    .first<{ sealed_client_secret: string | null }>('sealed_client_secret')
  const client_secret = await openSealed(CLIENT_SECRET, { id, sealed: row.sealed_client_secret }, context)
  return { ...connector, ...(client_secret !== undefined && { client_secret }) }
}

/** Seconds in which an authorization server must answer. */
const PATIENCE = 10

/** Milliseconds for which a server's metadata is cached. */
const REMEMBERED = 600_000

const known = new Map<string, { readonly at: number; readonly metadata: OpenidClient.ServerMetadata }>()

/** The metadata of an authorization server. Its issuer is checked. @throws ApiError */
export async function metadataOf(issuer: string, context: OauthContext): Promise<OpenidClient.ServerMetadata> {
  const remembered = known.get(issuer)
  if (remembered && Date.now() - remembered.at < REMEMBERED) return remembered.metadata
  const { customFetch, discovery, allowInsecureRequests } = await client()
  const url = new URL(issuer)
  requireTls(url)
  const ask = (algorithm: 'oauth2' | 'oidc') =>
    discovery(url, 'atrium', undefined, undefined, {
      ...{ algorithm, timeout: PATIENCE, [customFetch]: context.fetch as OpenidClient.CustomFetch },
      execute: isLocal(url) ? [allowInsecureRequests] : [],
    })
  const found = await ask('oauth2')
    .catch((error: unknown) => {
      if (refusalIn(error)) throw error as Error
      return ask('oidc')
    })
    .catch((error: unknown) => {
      throw (
        refusalIn(error) ??
        authError(
          'connector_auth_unreachable',
          `The authorization server [${url.origin}] does not say where it issues tokens, or cannot be reached. Check its address.`,
          error,
        )
      )
    })
  if (known.size > 200) known.clear()
  const metadata = found.serverMetadata()
  known.set(issuer, { at: Date.now(), metadata })
  return metadata
}

function requireTls(url: URL): void {
  if (url.protocol === 'https:' || isLocal(url)) return
  throw authError(
    'connector_auth_failed',
    `The authorization server [${url.origin}] must be reached by https, because it issues tokens. Correct its address in the connector, or ask whoever runs the external system to name one with https.`,
  )
}

/**
 * The configuration for requests to an authorization server.
 * @param connector its client secret is used unless the client registered itself
 * @throws ApiError
 */
export async function configurationOf(
  authority: Authority,
  connector: Pick<OauthConnector, 'client_secret'>,
  context: OauthContext,
): Promise<OpenidClient.Configuration> {
  const { issuer, client_id, client_secret = connector.client_secret } = authority
  const sdk = await client()
  // TypeScript only treats it as a unique symbol if its type is given.
  const customFetch: typeof OpenidClient.customFetch = sdk.customFetch
  const { Configuration, allowInsecureRequests, None, ClientSecretBasic, ClientSecretPost } = sdk
  const metadata = await metadataOf(issuer, context)
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = metadata
  const method = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
  const secret = client_secret === undefined ? None() : method(client_secret)
  const configuration = new Configuration(metadata, client_id, {}, secret)
  configuration.timeout = PATIENCE
  configuration[customFetch] = context.fetch
  if (isLocal(new URL(issuer))) allowInsecureRequests(configuration)
  return configuration
}

/** A local server, which the operator has allowed, may omit TLS. */
export const isLocal = ({ hostname }: URL) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** An error of signing in. It repeats nothing from the other side. */
export const authError = (code: string, detail: string, cause?: unknown) =>
  new ApiError(code, { status: 424, detail, retryable: code.endsWith('_unreachable'), cause })

/** The refusal of the host behind an error of the package. */
export function refusalIn(error: unknown): ApiError | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth++)
    if (isApiError(each)) return each
  return undefined
}
