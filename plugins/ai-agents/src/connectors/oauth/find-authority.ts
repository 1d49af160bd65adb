import { isApiError } from '../../is-api-error.ts'
import {
  type Authority,
  authError,
  metadataOf,
  refusalIn,
  type OauthConnector,
  type OauthContext,
} from './authority.ts'

interface Site {
  /** The address of this host, such as `https://atrium.example.org`, including its base path. */
  readonly address: string
  readonly redirect_uri: string
}

/**
 * Finds the issuer of a connector's tokens: the one that the operator entered, or the one that the MCP server names (RFC 9728). Without a
 * client id from the operator, the client is a document of this host, or else it registers itself.
 * @param former the authority of the present tokens, whose registration is used again
 * @throws ApiError
 */
export async function findAuthority(
  connector: OauthConnector,
  { site, former, context }: { site: Site; former?: Authority | undefined; context: OauthContext },
): Promise<Authority> {
  const protectedBy = connector.kind === 'mcp' ? await readResource(connector.url, context) : undefined
  const issuer = connector.issuer ?? protectedBy?.issuer
  if (issuer === undefined)
    throw authError(
      'connector_issuer_unknown',
      `[${connector.title}] does not name its authorization server. Enter the issuer in the connector.`,
    )
  const scope = connector.scopes ?? protectedBy?.scope
  const more = { ...(protectedBy && { resource: protectedBy.resource }), ...(scope !== undefined && { scope }) }
  if (connector.client_id !== undefined) return { issuer, client_id: connector.client_id, ...more }
  const metadata = await metadataOf(issuer, context)
  if (metadata.client_id_metadata_document_supported === true)
    return { issuer, client_id: clientDocumentAt(site.address, connector.id), ...more }
  if (former?.issuer === issuer && former.client_secret !== undefined) return { ...former, ...more }
  if (metadata.registration_endpoint === undefined)
    throw authError(
      'connector_client_unknown',
      `The authorization server of [${connector.title}] registers no clients by itself. Register Atrium there with the redirect address [${site.redirect_uri}], and enter the client id in the connector.`,
    )
  return { issuer, ...(await register(issuer, { site, scope, context })), ...more }
}

/** The address of the document that describes this host as a client of a connector's authorization server. */
export const clientDocumentAt = (address: string, id: number | string) =>
  `${address}/api/v1/ai-agents/connectors/${id}/client-metadata`

/** This host's metadata as a client. */
export const clientMetadata = (redirect_uri: string) => ({
  client_name: 'Atrium',
  redirect_uris: [redirect_uri],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})

async function register(
  issuer: string,
  { site, scope, context }: { site: Site; scope: string | undefined; context: OauthContext },
): Promise<Pick<Authority, 'client_id' | 'client_secret'>> {
  const { registration_endpoint = '' } = await metadataOf(issuer, context)
  const { origin } = new URL(registration_endpoint)
  const asked = { ...clientMetadata(site.redirect_uri), ...(scope !== undefined && { scope }) }
  const answer = await context
    .fetch(registration_endpoint, {
      ...{ method: 'POST', redirect: 'error', signal: AbortSignal.timeout(10_000) },
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(asked),
    })
    .then(async (response) => (response.ok ? ((await response.json()) as Record<string, unknown>) : {}))
  const { client_id, client_secret } = answer
  if (typeof client_id !== 'string')
    throw authError(
      'connector_client_unknown',
      `The authorization server [${origin}] refused to register Atrium. Register it there with the redirect address [${site.redirect_uri}], and enter the client id in the connector.`,
    )
  return { client_id, ...(typeof client_secret === 'string' && { client_secret }) }
}

interface ProtectedResource {
  readonly issuer: string
  readonly resource: string
  readonly scope?: string
}

/** Reads the metadata of a protected MCP server (RFC 9728): at the address in its 401, or at the well-known ones. */
async function readResource(address: string, context: OauthContext): Promise<ProtectedResource | undefined> {
  const url = new URL(address)
  const path = url.pathname.replace(/\/+$/, '')
  const named = await namedIn(address, context)
  const places = [named, `${url.origin}${WELL_KNOWN}${path}`, `${url.origin}${WELL_KNOWN}`]
  for (const place of places.filter((each) => each !== undefined)) {
    const document = await readJson(place, context)
    const { resource, authorization_servers: servers, scopes_supported: scopes } = document
    const [issuer] = Array.isArray(servers) ? (servers as unknown[]) : []
    if (typeof resource !== 'string' || typeof issuer !== 'string' || !isFor(resource, url)) continue
    return { issuer, resource, ...(Array.isArray(scopes) && { scope: scopes.join(' ') }) }
  }
  return undefined
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** Whether a resource is the address itself or a parent of it. A server must not request tokens for a different one. */
function isFor(resource: string, { origin, pathname }: URL): boolean {
  if (!URL.canParse(resource)) return false
  const other = new URL(resource)
  const above = other.pathname.replace(/\/+$/, '')
  return other.origin === origin && (pathname === above || pathname.startsWith(`${above}/`))
}

async function namedIn(address: string, { fetch }: OauthContext): Promise<string | undefined> {
  const asked = { headers: { accept: 'application/json, text/event-stream' }, signal: soon() }
  const answer = await fetch(address, asked).catch((error: unknown) => {
    throw refusalIn(error) ?? unreachable(address, error)
  })
  await answer.body?.cancel()
  const [, place] = /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate') ?? '') ?? []
  return place !== undefined && URL.canParse(place) ? place : undefined
}

async function readJson(place: string, { fetch }: OauthContext): Promise<Record<string, unknown>> {
  try {
    const answer = await fetch(place, { headers: { accept: 'application/json' }, signal: soon() })
    return answer.ok ? ((await answer.json()) as Record<string, unknown>) : {}
  } catch (error) {
    if (isApiError(error)) throw error
    return {}
  }
}

const unreachable = (address: string, error: unknown) =>
  authError(
    'connector_unreachable',
    `The system [${new URL(address).host}] cannot be reached. Check the address of the connector, and that the system is running.`,
    error,
  )

const soon = () => AbortSignal.timeout(10_000)
