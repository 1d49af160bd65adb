import { ApiError, invalid_values } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import type { Authority } from './authority.ts'
import { requireHeld, requireNotBeyond } from './granting.ts'
import { covers, type Role } from './grants.ts'
import { type HolderRow, joinHolder, toHolder } from './holders.ts'
import { createPrincipal, type Identity } from './identity.ts'
import type { ManageUsers } from './manage-users.ts'
import { requirePermissions } from './role-rules.ts'
import type { ChangedBy } from './roles.ts'
import { createId, createSecret, hashSecret } from './secret.ts'
import type { UserRecord } from './user-record.ts'

/** An API token, without its secret. */
export interface TokenRecord {
  readonly id: string
  readonly name: string
  /** The person or service account that it acts for. */
  readonly user_id: string
  /** What it may do, if its owner may do it too. */
  readonly permissions: readonly string[]
  readonly state: 'active' | 'expired' | 'revoked'
  readonly expires_at: string | null
  /** Written at most once a minute. */
  readonly last_used_at: string | null
  readonly revoked_at: string | null
  readonly created_at: string
}

/** The input for a new token. */
export interface TokenValues {
  readonly name: string
  /** Default: the person who creates it. */
  readonly user_id?: string | undefined
  readonly permissions: readonly string[]
  /** Default: it does not expire. */
  readonly expires_at?: string | null | undefined
}

/** A token in use: its holder and its end. */
export interface ActiveToken {
  readonly id: string
  readonly identity: Identity
  /** Milliseconds since 1970, like `lastSeenAt`. Infinity: it does not expire. */
  readonly expiresAt: number
  lastSeenAt: number
}

interface Row extends Omit<TokenRecord, 'permissions' | 'state'> {
  readonly token_hash: string
  readonly permissions: string
}

interface TokensOptions {
  readonly authority: Authority
  readonly users: ManageUsers
  readonly now: () => number
}

/** The API tokens: rows of `platform_tokens`, which hold only the hash of a secret. */
export class Tokens {
  readonly #database: Database
  readonly #options: TokensOptions

  constructor(database: Database, options: TokensOptions) {
    this.#database = database
    this.#options = options
  }

  /** All tokens, or those of one owner; the newest first. */
  async list({ user_id }: { user_id?: string } = {}): Promise<TokenRecord[]> {
    return this.#database.reading(async () => {
      const all = this.#rows().orderBy('id', 'desc')
      const rows = await (user_id === undefined ? all : all.where({ user_id })).select<Row[]>('*')
      return rows.map((row) => this.#toRecord(row))
    })
  }

  /** @throws ApiError `record_not_found` */
  async get(id: string): Promise<TokenRecord> {
    const row = await this.#database.reading(() => this.#rows().where({ id }).first<Row | undefined>('*'))
    if (row) return this.#toRecord(row)
    throw new ApiError('record_not_found', { detail: `There is no token [${id}]. It may have been deleted.` })
  }

  /**
   * Creates a token. Its secret is returned only this once.
   * @throws ApiError `permission_denied` that names a permission which the creator or the owner does not hold, `validation_failed`
   */
  create(values: TokenValues, { by }: ChangedBy): Promise<{ token: TokenRecord; secret: string }> {
    return this.#options.authority.change(async () => {
      const { name, permissions, expires_at = null } = values
      this.#requireWellFormed(values)
      const owner = await this.#ownerOf(values, by)
      const roles = await this.#options.users.rolesOf(owner)
      if (owner.id !== by.holder.id) requireNotBeyond(by, await this.#options.users.held(owner))
      requireOwned(owner, { roles, permissions })
      requireHeld(by, limitedTo(roles, permissions))
      const secret = createTokenText()
      const times = { created_at: this.#time(), expires_at: expires_at && new Date(expires_at).toISOString() }
      const row = { id: createId(this.#options.now()), name: name.trim(), user_id: owner.id, ...times }
      await this.#rows().insert({ ...row, token_hash: hashSecret(secret), permissions: JSON.stringify(permissions) })
      return { token: await this.get(row.id), secret }
    })
  }

  /** Revokes a token for good. @throws ApiError `record_not_found`, `permission_denied` */
  revoke(id: string, { by, check }: ChangedBy<TokenRecord>): Promise<TokenRecord> {
    return this.#change(id, { by, check }, () =>
      this.#rows().where({ id }).whereNull('revoked_at').update({ revoked_at: this.#time() }),
    )
  }

  /** Deletes a token, which also revokes it. @throws ApiError `record_not_found`, `permission_denied` */
  delete(id: string, { by, check }: ChangedBy<TokenRecord>): Promise<TokenRecord> {
    return this.#change(id, { by, check }, () => this.#rows().where({ id }).delete())
  }

  /** Finds an active token by the hash of its secret or by its id; undefined if it is unknown, expired, revoked or its owner disabled. */
  async find(column: 'token_hash' | 'id', value: string): Promise<ActiveToken | undefined> {
    const rows: FoundRow[] = await joinHolder(this.#database.reader('platform_tokens as held'))
      .where(`held.${column}`, value)
      .whereNull('held.revoked_at')
      .where((open) => void open.whereNull('held.expires_at').orWhere('held.expires_at', '>', this.#time()))
      .select('held.id', 'held.name', 'held.permissions', 'held.expires_at', 'held.last_used_at')
    const [first, ...others] = rows
    return first && toActiveToken([first, ...others])
  }

  /** Records the last use, unless a later one is recorded. Runs outside any transaction. */
  async touch({ id, lastSeenAt }: Pick<ActiveToken, 'id' | 'lastSeenAt'>): Promise<void> {
    const last_used_at = new Date(lastSeenAt).toISOString()
    await this.#database
      .knex<Row>('platform_tokens')
      .where({ id })
      .where((older) => void older.whereNull('last_used_at').orWhere('last_used_at', '<', last_used_at))
      .update({ last_used_at })
  }

  #change(id: string, { by, check }: ChangedBy<TokenRecord>, write: () => Promise<unknown>): Promise<TokenRecord> {
    return this.#options.authority.change(async () => {
      const current = await this.get(id)
      check?.(current)
      const owner = await this.#options.users.get(current.user_id)
      if (owner.id !== by.holder.id) requireNotBeyond(by, await this.#options.users.held(owner))
      await write()
      return { ...current, revoked_at: current.revoked_at ?? this.#time(), state: 'revoked' }
    })
  }

  async #ownerOf({ user_id }: TokenValues, by: ChangedBy['by']): Promise<UserRecord> {
    const id = user_id ?? by.holder.id
    const { users } = this.#options
    const known = id === by.holder.id ? await users.find(id) : await users.findReached(id, by)
    if (known) return known
    const message = `There is nobody with the id [${id}]. Name the person or service account that the token acts for.`
    throw invalid_values([{ pointer: '/user_id', message }])
  }

  #requireWellFormed({ name, permissions, expires_at }: TokenValues): void {
    requirePermissions(permissions)
    const found = [
      ...(name.trim() === '' ? [{ pointer: '/name', message: 'Enter a name that says what the token is for.' }] : []),
      ...(permissions.length === 0 ? [{ pointer: '/permissions', message: 'Choose at least one permission.' }] : []),
      ...(expires_at && !(Date.parse(expires_at) > this.#options.now())
        ? [{ pointer: '/expires_at', message: 'Choose a time in the future.' }]
        : []),
    ]
    if (found.length > 0) throw invalid_values(found)
  }

  #toRecord({ token_hash: _, permissions, ...row }: Row): TokenRecord {
    const isExpired = row.expires_at !== null && row.expires_at <= this.#time()
    const state = row.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'active'
    return { ...row, permissions: JSON.parse(permissions) as string[], state }
  }

  #rows() {
    return this.#database.context<Row>('platform_tokens')
  }

  #time(): string {
    return new Date(this.#options.now()).toISOString()
  }
}

type FoundRow = HolderRow & Pick<Row, 'id' | 'name' | 'permissions' | 'expires_at' | 'last_used_at'>

/** The caller has the id of the owner, and therefore the owner's records; its name includes the token. */
function toActiveToken(rows: readonly [FoundRow, ...FoundRow[]]): ActiveToken {
  const [{ id, name, permissions, expires_at, last_used_at }] = rows
  const { kind: _, name: ownerName, ...owner } = toHolder(rows)
  const limit = JSON.parse(permissions) as string[]
  const token = { id, ...(expires_at !== null && { expires_at }) }
  const known = { ...owner, kind: 'token', name: `${ownerName} (${name})`, limit, token } as const
  return {
    id,
    identity: { caller: createPrincipal(known), by: 'bearer' },
    expiresAt: expires_at === null ? Infinity : Date.parse(expires_at),
    lastSeenAt: last_used_at === null ? 0 : Date.parse(last_used_at),
  }
}

/** A token cannot use permissions that its owner lacks. */
function requireOwned(
  { name }: UserRecord,
  { roles, permissions }: { roles: readonly Role[]; permissions: readonly string[] },
) {
  const held = roles.flatMap((role) => role.permissions)
  const missing = permissions.find((each) => !held.some((own) => covers(own, each)))
  if (missing === undefined) return
  throw new ApiError('permission_denied', {
    detail: `A token cannot do more than its owner: [${name}] does not hold [${missing}]. Leave it out, or grant it to [${name}] first.`,
  })
}

/** The owner's roles, limited to what the token can use. */
const limitedTo = (roles: readonly Role[], permissions: readonly string[]): Role[] =>
  permissions.flatMap((each) =>
    roles
      .filter((role) => role.permissions.some((own) => covers(own, each)))
      .map((role) => ({ ...role, permissions: [each] })),
  )

/** The prefix of the tokens that Atrium issues. */
export const TOKEN_PREFIX = 'atr_'

const SHAPE = /^atr_[\w-]{49}$/
/** Characters of base64url: 36 bits. */
const CHECKSUM = 6

/** Makes the text of a token: `atr_`, 256 random bits, and a checksum, so that mistyped or made-up tokens are refused without a query. */
function createTokenText(): string {
  const text = `${TOKEN_PREFIX}${createSecret().text}`
  return text + checksumOf(text)
}

/** Whether the checksum is right. */
export const isWellFormedToken = (text: string) =>
  SHAPE.test(text) && checksumOf(text.slice(0, -CHECKSUM)) === text.slice(-CHECKSUM)

const checksumOf = (text: string) => hashSecret(text).slice(0, CHECKSUM)
