import type { Database } from '../../base/db/index.ts'
import { type HolderRow, joinHolder, toHolder } from './holders.ts'
import { type Acting, type ConfiguredTokens, createPrincipal, type Principal } from './identity.ts'
import type { Tokens } from './tokens.ts'

/** The stored caller of work that continues after its request. */
export interface FormerCaller extends Pick<Principal, 'id' | 'kind' | 'name' | 'permissions'> {
  /** The API token that it used. */
  readonly token_id: string | null
}

interface ResumeOptions {
  readonly database: Database
  readonly tokens: Tokens
  readonly configured: ConfiguredTokens
}

/** Finds callers again, for work that continues after their request. */
export interface Resume {
  /**
   * It may do only what it could do then and still may: its current roles, limited to its former permissions. Undefined if its person was
   * disabled or deleted, or its token has ended. Whether its session has ended does not matter.
   */
  resume(former: FormerCaller): Promise<Principal | undefined>
  /** Returns the account of a caller for `actFor`. @throws TypeError in a preview */
  accountOf(caller: Principal): string
  /**
   * A caller with all current permissions of the account, as the agent that acts on its behalf. Undefined in the same cases as `resume`.
   */
  actFor(account: string, acting: Acting): Promise<Principal | undefined>
}

const TOKEN = 'token:'

export function createResume({ database, tokens, configured }: ResumeOptions): Resume {
  const find = async ({ id, token_id }: Pick<FormerCaller, 'id' | 'token_id'>): Promise<Principal | undefined> => {
    if (token_id !== null) return (await tokens.find('id', token_id))?.identity.caller
    return configured.identities.find(({ caller }) => caller.id === id)?.caller ?? findPerson(id)
  }

  async function findPerson(id: string): Promise<Principal | undefined> {
    const held = database.reader('platform_users').select('id as user_id').where({ id }).as('held')
    const [row, ...more] = (await joinHolder(database.reader(held))) as HolderRow[]
    return row && createPrincipal({ ...toHolder([row, ...more]), kind: 'person' })
  }

  return {
    resume: async (former) => {
      const found = await find(former)
      if (found === undefined) return undefined
      const { id, kind, name, permissions: limit, token_id } = former
      const { id: owner_id, roles, attributes } = found.holder
      const token = token_id === null ? {} : { token: { id: token_id } }
      return createPrincipal({ id, kind, name, roles, attributes, owner_id, limit, ...token })
    },
    accountOf: ({ id, name, token, preview }) => {
      if (preview) throw new TypeError(`Nobody can act for [${name}], because this is a preview.`)
      return token ? TOKEN + token.id : id
    },
    actFor: async (account, acting) => {
      const token_id = account.startsWith(TOKEN) ? account.slice(TOKEN.length) : null
      const found = await find({ id: account, token_id })
      if (found === undefined) return undefined
      const { id, name, token, holder } = found
      const { id: owner_id, roles, attributes, limit } = holder
      const known = {
        id,
        kind: 'agent',
        name: `${name} (${acting.agent})`,
        roles,
        attributes,
        owner_id,
        acting,
      } as const
      return createPrincipal({ ...known, ...(limit && { limit }), ...(token && { token }) })
    },
  }
}
