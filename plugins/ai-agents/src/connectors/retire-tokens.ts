import type { Knex, PluginContext } from '@atrium/sdk'
import { CONNECTORS } from './connector.ts'

/** The job that revokes tokens. */
export const REVOCATION = 'revoke-connector'

/** Tokens that are no longer used, and their client secret, in sealed form. */
export interface RetiredTokens {
  readonly id: number
  readonly tokens: string
  readonly client_secret: string | null
}

/** Has the tokens of a connector revoked after the present transaction, and deletes its running visits. Call it before they are removed. */
export async function retireTokens(id: number, { db, jobs }: { db: Knex; jobs: PluginContext['jobs'] }): Promise<void> {
  await db('ai_agents_oauth_flows').where({ connector_id: id }).delete()
  const [row] = await db(CONNECTORS)
    .where({ id })
    .select<{ tokens: string | null; sealed_client_secret: string | null }[]>('tokens', 'sealed_client_secret')
  if (row?.tokens == null) return
  const { tokens, sealed_client_secret: client_secret } = row
  await jobs.add(REVOCATION, { id, tokens, client_secret } satisfies RetiredTokens)
}
