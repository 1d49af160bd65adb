import type { Database } from '../../base/db/index.ts'
import { type HolderRow, joinHolder, toHolder } from './holders.ts'
import { type ConfiguredTokens, createPrincipal, type Principal } from './identity.ts'
import type { Tokens } from './tokens.ts'

/** A caller, as work that goes on after its request remembers it. */
export interface FormerCaller extends Pick<Principal, 'id' | 'kind' | 'name' | 'permissions'> {
  /** The API token that it used. */
  readonly token_id: string | null
}

interface ResumeOptions {
  readonly database: Database
  readonly tokens: Tokens
  readonly configured: ConfiguredTokens
}

/**
 * Makes the function that finds a caller again. It may do what it could then and still can: its present roles, limited to its former
 * permissions. Undefined if its person was disabled or deleted, or its token has ended. Whether its session has ended does not matter.
 */
export function createResume({ database, tokens, configured }: ResumeOptions) {
  const find = async ({ id, token_id }: FormerCaller): Promise<Pick<Principal, 'holder'> | undefined> => {
    if (token_id !== null) return (await tokens.find('id', token_id))?.identity.caller
    return configured.identities.find(({ caller }) => caller.id === id)?.caller ?? findPerson(id)
  }

  async function findPerson(id: string): Promise<Principal | undefined> {
    const held = database.reader('platform_users').select('id as user_id').where({ id }).as('held')
    const [row, ...more] = (await joinHolder(database.reader(held))) as HolderRow[]
    return row && createPrincipal({ ...toHolder([row, ...more]), kind: 'person' })
  }

  return async (former: FormerCaller): Promise<Principal | undefined> => {
    const found = await find(former)
    if (found === undefined) return undefined
    const { id, kind, name, permissions: limit, token_id } = former
    const { id: owner_id, roles, attributes } = found.holder
    const token = token_id === null ? {} : { token: { id: token_id } }
    return createPrincipal({ id, kind, name, roles, attributes, owner_id, limit, ...token })
  }
}
