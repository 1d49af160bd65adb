import type { Connector } from '../connector.ts'
import type { OauthContext } from './authority.ts'
import { accessToken } from './tokens.ts'

interface Access {
  /** Called with each token that is sent, which must not be repeated in an error. */
  readonly used?: (token: string) => void
}

/**
 * The `fetch` of a connector with OAuth. It adds the access token to requests to the connector's own origin, renews it early, and retries
 * once with a new one after a 401.
 * @throws ApiError 424 `connector_needs_reauth`
 */
export function accessTo(
  { id, url }: Pick<Connector, 'id' | 'url'>,
  context: OauthContext,
  { used }: Access = {},
): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init)
    if (new URL(asked.url).origin !== new URL(url).origin) return context.fetch(asked)
    const send = (token: string, request: Request) => {
      used?.(token)
      request.headers.set('authorization', `Bearer ${token}`)
      return context.fetch(request)
    }
    const again = asked.clone()
    const token = await accessToken(id, context)
    const answer = await send(token, asked)
    if (answer.status !== 401) {
      await again.body?.cancel()
      return answer
    }
    await answer.body?.cancel()
    return send(await accessToken(id, context, token), again)
  }
}
