import { nearest_name } from '@atrium/sdk'
import { CommandFailed } from '../output/command-failed.ts'
import type { HostClient } from './host-client.ts'

/** The paths of the platform's own records. */
export const USERS = '/api/v1/platform/users'
export const ROLES = '/api/v1/platform/roles'
export const TOKENS = '/api/v1/platform/tokens'
export const SESSIONS = '/api/v1/platform/sessions'

/** A person or a service account, as the host returns it. Members without a value are missing. */
export interface User {
  readonly id: string
  readonly kind: 'person' | 'service'
  readonly name: string
  readonly email?: string
  readonly state: 'active' | 'invited' | 'disabled'
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
  readonly last_sign_in_at?: string
}

/** A role, as the host returns it. */
export interface Role {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly permissions: readonly string[]
  readonly conditions: readonly { readonly resource: string; readonly where: string }[]
  readonly built_in: boolean
}

/** The path of one record. */
export const pathOf = (list: string, id: string) => `${list}/${encodeURIComponent(id)}`

/** Finds somebody by id, e-mail or name. @throws CommandFailed `user_unknown`, `user_ambiguous` */
export async function findUser(host: HostClient, named: string): Promise<User> {
  const users = await host.all<User>(USERS)
  const same = (text: string | undefined) => text?.toLowerCase() === named.trim().toLowerCase()
  const found = users.find(({ id, email }) => id === named || same(email))
  if (found) return found
  const [first, ...others] = users.filter(({ name }) => same(name))
  if (first && others.length === 0) return first
  if (first) {
    throw new CommandFailed('user_ambiguous', {
      message: `${others.length + 1} people have the name [${named}].`,
      fix: `Use an e-mail or an id: ${[first, ...others].map(({ email, id }) => email ?? id).join(', ')}.`,
    })
  }
  const near = nearest_name(
    named,
    users.flatMap(({ name, email }) => [name, email ?? []].flat()),
  )
  throw new CommandFailed('user_unknown', {
    message: `Nobody has the e-mail, name or id [${named}].`,
    fix: `${near === undefined ? '' : `Did you mean [${near}]? `}List everybody with: atrium users list`,
  })
}

/** Finds roles by id or name, in the given order. @throws CommandFailed `role_unknown` */
export async function findRoles(host: HostClient, named: readonly string[]): Promise<Role[]> {
  if (named.length === 0) return []
  const roles = await host.all<Role>(ROLES)
  return named.map((text) => {
    const found = roles.find(({ id, name }) => id === text || name === text)
    if (found) return found
    throw new CommandFailed('role_unknown', {
      message: `There is no role [${text}].`,
      fix: `Use one of: ${roles.map(({ name }) => name).join(', ')}.`,
    })
  })
}
