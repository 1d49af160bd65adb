import { type ApiError, type Routes, Type } from '@atrium/sdk'
import { isApiError } from '../../is-api-error.ts'
import { Connector } from '../connector.ts'
import { connectorStore } from '../connector-store.ts'
import { readTools } from '../read-tools.ts'
import type { ConnectorContext } from '../tool-source.ts'
import { clientDocumentAt, clientMetadata } from './find-authority.ts'
import { disconnect } from './revoke.ts'
import { beginVisit, endVisit, redirectOf } from './visit.ts'

/** The screen of connectors in the shell. */
const SCREEN = '/agents/connectors'

const permission = 'ai-agents.connectors.connect'

/** Milliseconds that a returning person waits for the tools to be read. */
const READING = 8_000

const Visit = Type.Object(
  {
    authorization_url: Type.String({ format: 'uri', description: 'Open it in the browser that has sent the request' }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  { title: 'ConnectorVisit' },
)

/** @throws every error that is not an ApiError */
function asApiError(error: unknown): ApiError {
  if (!isApiError(error)) throw error
  return error
}

/** The page for visits that do not belong to this person, or are over: they change nothing, so the connector's screen cannot show it. */
const pageOf = (text: string, screen: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not connected</title><p>${text} <a href="${screen}">Go back to the connector</a></p></html>`

/** The part of Koa's context that tells how this host is reached. */
interface Reached {
  readonly host: string
  readonly protocol: string
  /** The target of the request, without the host's base path. */
  readonly url: string
  /** The complete target. */
  readonly originalUrl: string
  get(name: string): string
}

/** The routes by which an operator signs a connector in at its authorization server. */
export function oauthRoutes(routes: Routes, context: ConnectorContext): void {
  routes
    .post(
      '/connectors/{id}/auth',
      {
        ...{ raw: true, transaction: false, permission, response: Visit },
        summary: 'Begin to sign a connector in',
        description: 'Answers where to send the browser, which gets a cookie. The visit must end within ten minutes.',
      },
      async ({ params, caller }, koa) => {
        const { id } = await connectorStore(context).get(params.id)
        const address = addressOf(koa)
        const { secret, ...visit } = await beginVisit({ id, account: caller.id, address }, context)
        koa.append('set-cookie', cookieOf(id, { secret, address, seconds: 600 }))
        koa.set('cache-control', 'no-store')
        return visit
      },
    )
    .get(
      '/connectors/{id}/auth/callback',
      { raw: true, permission, summary: 'Where an authorization server sends people back to' },
      async ({ params, caller }, koa) => {
        const { id } = await connectorStore(context).get(params.id)
        const secret = koa.cookies.get(cookieName(id))
        koa.append('set-cookie', cookieOf(id, { secret: '', address: addressOf(koa), seconds: 0 }))
        koa.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        const visit = { id, account: caller.id, secret, search: koa.search }
        const failed = await endVisit(visit, context).then(() => undefined, asApiError)
        if (failed !== undefined && koa.accepts('json', 'html') !== 'html') throw failed
        if (failed?.code === 'connector_visit_expired') {
          koa.status = failed.status
          koa.type = 'html'
          koa.body = pageOf(failed.message, `${basePathOf(koa)}${SCREEN}/${id}`)
          return
        }
        // The screen of the connector shows both results.
        if (failed === undefined) await readTools(id, context, AbortSignal.timeout(READING)).catch(asApiError)
        koa.status = 303
        koa.set('location', `${SCREEN}/${id}`)
      },
    )
    .delete(
      '/connectors/{id}/auth',
      { permission, response: Connector, summary: 'Sign a connector out, and revoke its tokens' },
      async ({ params }) => {
        const { id } = await connectorStore(context).get(params.id)
        await disconnect(id, context)
        return connectorStore(context).get(id)
      },
    )
    .get(
      '/connectors/{id}/client-metadata',
      {
        ...{ raw: true, open: true, summary: 'Read what this host is as an OAuth client of a connector' },
        description:
          'For authorization servers that read a client-ID metadata document instead of registering clients.',
      },
      ({ params: { id } }, koa) => {
        const address = addressOf(koa)
        koa.set('cache-control', 'private, max-age=3600')
        koa.body = {
          client_id: clientDocumentAt(address, id),
          ...clientMetadata(redirectOf({ id, address })),
          token_endpoint_auth_method: 'none',
        }
      },
    )
}

/**
 * The address of this host: the origin according to the browser, which a proxy may have changed, or else that of the request, followed by
 * the host's base path.
 */
function addressOf(koa: Reached): string {
  const sent = koa.get('origin')
  const isOwn = URL.canParse(sent) && new URL(sent).host === koa.host
  const origin = isOwn ? new URL(sent).origin : `${koa.protocol}://${koa.host}`
  return origin + basePathOf(koa)
}

/** The host's base path; empty at the top. */
const basePathOf = ({ originalUrl, url }: Reached) => originalUrl.slice(0, originalUrl.lastIndexOf(url))

const cookieName = (id: number) => `atrium_connector_${id}`

function cookieOf(
  id: number,
  { secret, address, seconds }: { secret: string; address: string; seconds: number },
): string {
  const path = `/api/v1/ai-agents/connectors/${id}/auth`
  const secure = address.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(id)}=${secret}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
