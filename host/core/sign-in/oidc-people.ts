import { ApiError } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import {
  inOneLine,
  createPrincipal,
  isEmail,
  LONGEST_NAME,
  normalizeEmail,
  type ManageUsers,
  type Principal,
  type RoleRecord,
  type Roles,
  type User,
  type UserRecord,
  type Users,
} from '../auth/index.ts'
import { OidcError, type Claims, type IdToken, type Provider, rolesByClaim, valuesOf } from './oidc.ts'

interface OidcPeopleOptions {
  readonly database: Database
  readonly people: Users
  readonly users: ManageUsers
  readonly roles: Roles
  readonly log: HostLogger
  /** Called in the transaction of each change that a provider makes. Default: not called. */
  readonly onPersonChange?: ((change: PersonChange) => Promise<void>) | undefined
  readonly now: () => number
}

/** An identity provider has created somebody or changed their roles. */
export interface PersonChange {
  /** The provider. */
  readonly by: Principal
  /** Undefined: they are new. */
  readonly before?: UserRecord
  readonly after: UserRecord
}

interface Row {
  readonly provider: string
  readonly subject: string
  readonly user_id: string
  readonly issuer: string | null
  readonly created_at: string
  readonly last_used_at: string | null
  readonly claims: string | null
}

/** A provider's latest statement about a person, limited to what determines roles. */
interface SaidLast {
  readonly claim: string
  readonly values: readonly string[]
}

/** All people and all roles. */
interface Everybody {
  readonly people: readonly UserRecord[]
  readonly roles: readonly RoleRecord[]
}

/** The effects of a mapping at the next sign-in of the people who have signed in at the provider. */
export interface MappedRoles {
  /** The ids of the roles that each person would have. */
  readonly people: ReadonlyMap<string, readonly string[]>
  /** The ids of the people for whom this claim has not been requested yet. */
  readonly unknown: ReadonlySet<string>
  /** Names in the mapping that are not roles. */
  readonly missing: readonly string[]
}

type Told = Claims & Pick<IdToken, 'sub' | 'iss'>

/** Links accounts of providers with people: rows of `platform_identities`. */
export class OidcPeople {
  readonly #options: OidcPeopleOptions

  constructor(options: OidcPeopleOptions) {
    this.#options = options
  }

  /**
   * Returns the person of an account and gives them the roles of its claims. An unknown account is linked to the person with its e-mail, if
   * the provider has verified it.
   * @throws OidcError `unknown_person`
   */
  async personOf(provider: Provider, claims: Told): Promise<User> {
    await this.#forgetFormerIssuer(provider, claims)
    const user = (await this.#linked(provider, claims)) ?? (await this.#link(provider, claims))
    await this.#giveRoles(user, provider, claims)
    return user
  }

  /** The same subject is another person at another issuer, so a provider that was moved there links everybody anew by their e-mail. */
  async #forgetFormerIssuer({ id }: Provider, { iss }: Told): Promise<void> {
    await this.#rows().where({ provider: id }).whereNot({ issuer: iss }).delete()
  }

  /** The accounts that a person has used. */
  async accountsOf(userId: string): Promise<{ provider: string; last_used_at?: string }[]> {
    const rows: Row[] = await this.#rows().where({ user_id: userId }).orderBy('created_at')
    return rows.map(({ provider, last_used_at }) => ({ provider, ...(last_used_at !== null && { last_used_at }) }))
  }

  async #linked({ id }: Provider, { sub, iss }: Told): Promise<User | undefined> {
    const account = this.#rows().where({ provider: id, subject: sub })
    const row = await account.clone().first<Row | undefined>()
    if (row === undefined) return undefined
    await account.clone().update({ last_used_at: this.#time(), issuer: iss })
    const user = await this.#options.people.find(row.user_id)
    if (user) return user
    throw new OidcError('unknown_person')
  }

  /** The e-mail counts only if the provider has verified it; otherwise anybody could enter another person's e-mail there. */
  async #link(provider: Provider, claims: Told): Promise<User> {
    const { email, email_verified, sub, iss } = claims
    if (typeof email !== 'string' || email_verified !== true || !isEmail(email)) throw new OidcError('unknown_person')
    const user =
      (await this.#options.people.findByEmail(normalizeEmail(email))) ?? (await this.#create(provider, claims))
    const now = this.#time()
    const isLinked = await this.#rows().where({ provider: provider.id, user_id: user.id }).first<Row | undefined>()
    // A second account with the same e-mail: the address may have passed to somebody else.
    if (isLinked) throw new OidcError('unknown_person')
    await this.#rows()
      .insert({
        provider: provider.id,
        subject: sub,
        issuer: iss,
        user_id: user.id,
        created_at: now,
        last_used_at: now,
      })
      .onConflict(['provider', 'subject'])
      .ignore()
    this.#options.log.info('an account of an identity provider was linked', { provider: provider.id, user: user.id })
    return user
  }

  async #create(provider: Provider, { email, name }: Told): Promise<User> {
    const address = normalizeEmail(String(email))
    if (provider.create !== true) throw new OidcError('unknown_person')
    const values = { name: (typeof name === 'string' && shortened(inOneLine(name))) || address, email: address }
    const by = actingFor(provider)
    const create = async () => ({ by, after: await this.#options.users.create(values, { by }) })
    const { id } = await this.#changing(create).catch((error: unknown) => {
      throw error instanceof ApiError ? new OidcError('unknown_person', { cause: error }) : error
    })
    const user = await this.#options.people.find(id)
    if (user) return user
    throw new OidcError('unknown_person')
  }

  /** The effects of a mapping, by the claims stored at each person's last sign-in. Changes nothing. */
  async planRoles(
    { id, roles: mapping }: Pick<Provider, 'id' | 'roles'>,
    { people: all, roles: known }: Everybody,
  ): Promise<MappedRoles> {
    const rows: Row[] = await this.#rows().where({ provider: id }).orderBy('user_id')
    const rolesOf = new Map(all.map((person) => [person.id, person.roles]))
    const people = new Map<string, readonly string[]>()
    const unknown = new Set<string>()
    for (const { user_id, claims } of rows) {
      const { claim, values = [] } = JSON.parse(claims ?? '{}') as Partial<SaidLast>
      if (mapping && claim !== mapping.claim) unknown.add(user_id)
      else people.set(user_id, mappedRoles(rolesOf.get(user_id) ?? [], rolesByClaim(mapping, values), known))
    }
    const named = Object.values(mapping?.map ?? {}).flat()
    return { people, unknown, missing: [...new Set(named)].filter((name) => idsOf(known, [name]).length === 0) }
  }

  /** A refused role change, such as for the last operator, does not block the sign-in. */
  async #giveRoles(user: User, provider: Provider, claims: Told): Promise<void> {
    if (!provider.roles) return
    const { users, roles, log } = this.#options
    const values = valuesOf(claims, provider.roles.claim)
    const said: SaidLast = { claim: provider.roles.claim, values }
    await this.#rows()
      .where({ provider: provider.id, subject: claims.sub })
      .update({ claims: JSON.stringify(said) })
    const before = await users.get(user.id)
    const current = before.roles
    const next = mappedRoles(current, rolesByClaim(provider.roles, values), await roles.list())
    if (next.length === current.length && next.every((id) => current.includes(id))) return
    const about = { provider: provider.id, user: user.id, roles: next }
    const by = actingFor(provider)
    const update = async () => ({ by, before, after: await users.update(user.id, { roles: next }, { by }) })
    await this.#changing(update).then(
      () => log.info('an identity provider has changed the roles of a person', about),
      (err: unknown) => log.warn('the roles of an identity provider could not be given', { ...about, err }),
    )
  }

  /** Makes a change together with what records it. */
  #changing(work: () => Promise<PersonChange>): Promise<UserRecord> {
    const { database, onPersonChange } = this.#options
    return database.transaction(async () => {
      const change = await work()
      await onPersonChange?.(change)
      return change.after
    })
  }

  #rows() {
    return this.#options.database.context<Row>('platform_identities')
  }

  #time(): string {
    return new Date(this.#options.now()).toISOString()
  }
}

/** The roles after a sign-in: those that the mapping gives, and those that it does not manage. */
function mappedRoles(
  current: readonly string[],
  { given, decided }: ReturnType<typeof rolesByClaim>,
  known: readonly RoleRecord[],
): readonly string[] {
  const taken = idsOf(known, decided)
  return [...new Set([...current.filter((id) => !taken.includes(id)), ...idsOf(known, given)])]
}

/** The first characters, none of them halved. */
const shortened = (name: string) => [...name].slice(0, LONGEST_NAME).join('')

/** Roles may be named by id or by name. */
const idsOf = (known: readonly RoleRecord[], names: readonly string[]) =>
  known.filter(({ id, name }) => names.includes(id) || names.includes(name)).map(({ id }) => id)

/** The configuration decides which roles a provider may give, so it may give any. */
const actingFor = ({ id, title }: Provider): Principal =>
  createPrincipal({ id: `oidc:${id}`, kind: 'system', name: title, permissions: ['*'] })
