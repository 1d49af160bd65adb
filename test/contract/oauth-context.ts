import type { Knex } from '@atrium/sdk'
import type { OauthContext } from '../../plugins/ai-agents/src/connectors/oauth/authority.ts'

/** Seals without a key. */
const SECRETS = {
  seal: async (text: string, place: string) => JSON.stringify([place, text]),
  open: async (sealed: string, place: string) => {
    const [at, text] = JSON.parse(sealed) as [string, string]
    if (at !== place) throw new Error(`sealed at ${at}, not at ${place}`)
    return text
  },
}

/** What the sign-in of connectors uses of a host, on a database. @param emit called with the name of each event */
export function oauthContext(database: Knex, emit: (name: string) => Promise<void>): OauthContext {
  const none = async () => undefined
  return {
    ...{ db: database, secrets: SECRETS, fetch, signal: new AbortController().signal },
    events: { emit, emit_many: none, on: () => () => undefined },
    jobs: { add: none, handle: () => () => undefined },
  }
}
