import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'
import { operators } from './granting.ts'
import type { PreferenceColumns } from './preferences.ts'
import { OPERATOR_ROLE } from './roles.ts'

/** A person who may sign in. */
export interface User extends PreferenceColumns {
  readonly id: string
  readonly name: string
  /** As `normalizeEmail` writes it. */
  readonly email: string | null
  readonly password_hash: string | null
}

interface UserRow extends User {
  readonly kind: 'person' | 'service'
  readonly permissions: string
  readonly created_at: string
  readonly updated_at: string
  readonly disabled_at: string | null
}

interface Change {
  readonly password_hash: string
  readonly email?: string | undefined
  readonly name?: string
}

/** A fixed id, so that several hosts that start on an empty database create only one operator. */
const OPERATOR = '00000000-0000-7000-8000-000000000001'
const COLUMNS = ['id', 'name', 'email', 'password_hash', 'locale', 'time_zone', 'theme', 'formats'] as const

/** The people in `platform_users`, for signing in. Disabled people and service accounts are treated as unknown. */
export class Users {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Creates the operator, with the built-in role of that name, if there are no people yet. */
  async ensureOperator(): Promise<void> {
    if (await this.#database.reader<UserRow>('platform_users').first('id')) return
    const now = this.#time()
    const row = { id: OPERATOR, name: 'Operator', permissions: '[]', created_at: now, updated_at: now }
    await this.#database.transaction(async () => {
      await this.#rows().insert(row).onConflict('id').ignore()
      const held = { user_id: OPERATOR, role_id: OPERATOR_ROLE, granted_at: now }
      await this.#database.context('platform_user_roles').insert(held).onConflict(['user_id', 'role_id']).ignore()
    })
  }

  /** Returns the first operator, unless one of them has a password. */
  async findNewOperator(): Promise<User | undefined> {
    const found: User[] = await this.#database.reading(() =>
      operators(this.#database)
        .orderBy('person.id')
        .select(COLUMNS.map((column) => `person.${column}`)),
    )
    return found.some(({ password_hash }) => password_hash !== null) ? undefined : found[0]
  }

  find(id: string): Promise<User | undefined> {
    return this.#first((users) => users.where({ id }))
  }

  /** Whether the person has signed in before. */
  async hasSignedIn(id: string): Promise<boolean> {
    return (await this.#rows().where({ id }).whereNotNull('last_sign_in_at').first('id')) !== undefined
  }

  /** @param email as `normalizeEmail` writes it */
  findByEmail(email: string): Promise<User | undefined> {
    return this.#first((users) => users.whereRaw('lower(email) = ?', [email]))
  }

  /**
   * Changes the password, and the e-mail and the name if given. Returns false if the person's password has changed since `user` was read, or the
   * person was disabled.
   */
  changePassword(user: User, { password_hash, email, name = user.name }: Change): Promise<boolean> {
    const changes = { password_hash, name, updated_at: this.#time(), ...(email !== undefined && { email }) }
    return this.#update(user, changes)
  }

  /**
   * Writes the hash of the same password, which locks the row while a session starts. A simultaneous change of the password waits for
   * the end of this transaction; if it came first, this returns false.
   */
  keepPassword(user: User, password_hash: string): Promise<boolean> {
    return this.#update(user, { password_hash })
  }

  /** Changes the data that people may change about themselves. */
  async changeOwn(id: string, changes: Partial<PreferenceColumns> & { readonly name?: string }): Promise<void> {
    await this.#rows()
      .where({ id })
      .update({ ...changes, updated_at: this.#time() })
      .increment('version', 1)
  }

  async #update(user: User, changes: Partial<UserRow>): Promise<boolean> {
    const { id, password_hash } = user
    const rows = this.#rows().where({ id, password_hash }).whereNull('disabled_at')
    return (await rows.update(changes)) === 1
  }

  #first(narrow: (users: Knex.QueryBuilder<UserRow>) => Knex.QueryBuilder<UserRow>): Promise<User | undefined> {
    return this.#database.reading(async () => {
      const people = this.#rows().where({ kind: 'person' }).whereNull('disabled_at') as Knex.QueryBuilder<UserRow>
      return narrow(people).first<User | undefined>(COLUMNS)
    })
  }

  #rows() {
    return this.#database.context<UserRow>('platform_users')
  }

  #time(): string {
    return new Date(this.#now()).toISOString()
  }
}

/**
 * Returns an e-mail address as it is stored and compared, in lower case. The Kelvin sign stays as it is: its lower case is the letter k, so an
 * address with it would be taken for another person's.
 */
export function normalizeEmail(email: string): string {
  return email.trim().replaceAll(/[^\u212A]+/g, (text) => text.toLowerCase())
}
