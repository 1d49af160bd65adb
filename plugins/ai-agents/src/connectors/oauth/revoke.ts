import type { Job } from '@atrium/sdk'
import { CLIENT_SECRET } from '../connector-store.ts'
import { CONNECTORS, NOT_CONNECTED } from '../connector.ts'
import { REVOCATION, type RetiredTokens, retireTokens } from '../retire-tokens.ts'
import { openSealed } from '../../sealed-store.ts'
import { touched } from '../../touched.ts'
import { client, configurationOf, type OauthContext } from './authority.ts'
import { openTokens } from './tokens.ts'

/** Removes the tokens of a connector, and has them revoked. */
export async function disconnect(id: number, context: OauthContext): Promise<void> {
  await retireTokens(id, context)
  await context
    .db(CONNECTORS)
    .where({ id })
    .update({
      ...{ tokens: null, token_expires_at: null, refresh_lease: null },
      ...{ auth_status: 'none', auth_detail: NOT_CONNECTED },
      ...touched(context.db),
    })
}

/** Revokes tokens at their authorization server (RFC 7009). If it offers no revocation, they expire by themselves. */
export function handleRevocations(context: OauthContext): void {
  const revoke = async ({ payload: { id, tokens: sealed, client_secret: secret } }: Job<RetiredTokens>) => {
    const { authority, refresh_token, access_token } = await openTokens(id, sealed, context)
    const client_secret = await openSealed(CLIENT_SECRET, { id, sealed: secret }, context)
    const configuration = await configurationOf(authority, { client_secret }, context)
    if (configuration.serverMetadata().revocation_endpoint === undefined) return
    const { tokenRevocation } = await client()
    await tokenRevocation(configuration, refresh_token ?? access_token)
  }
  context.jobs.handle(REVOCATION, revoke, { title: 'Connector sign-out' })
}
