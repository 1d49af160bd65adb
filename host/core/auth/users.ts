import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'

/** A person who may sign in. */
export interface User {
  readonly id: string
  readonly name: string
  /** As `normalizeEmail` writes it. */
  readonly email: string | null
  readonly password_hash: string | null
  readonly permissions: readonly string[]
}

interface UserRow extends Omit<User, 'permissions'> {
  readonly permissions: string
  readonly created_at: string
  readonly updated_at: string
  readonly disabled_at: string | null
}

type Row = Pick<UserRow, keyof User>
type Change = { readonly password_hash: string; readonly email?: string | undefined }

/** A fixed id, so that several hosts that start on an empty database create only one operator. */
const OPERATOR = '00000000-0000-7000-8000-000000000001'
const EVERYTHING = JSON.stringify(['*'])
const COLUMNS = ['id', 'name', 'email', 'password_hash', 'permissions'] as const

/** The people in `platform_users`. Disabled people are treated as unknown. */
export class Users {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Creates the operator, with all permissions, if there are no people yet. */
  async ensureOperator(): Promise<void> {
    if (await this.#database.reader<UserRow>('platform_users').first('id')) return
    const now = this.#time()
    await this.#rows()
      .insert({ id: OPERATOR, name: 'Operator', permissions: EVERYTHING, created_at: now, updated_at: now })
      .onConflict('id')
      .ignore()
  }

  /** Whether anybody has a password. */
  async anyPassword(): Promise<boolean> {
    return (await this.#first((users) => users.whereNotNull('password_hash'))) !== undefined
  }

  /** Returns the first person with all permissions. */
  findOperator(): Promise<User | undefined> {
    return this.#first((users) => users.where({ permissions: EVERYTHING }).orderBy('id'))
  }

  find(id: string): Promise<User | undefined> {
    return this.#first((users) => users.where({ id }))
  }

  /** @param email as `normalizeEmail` writes it */
  findByEmail(email: string): Promise<User | undefined> {
    return this.#first((users) => users.whereRaw('lower(email) = ?', [email]))
  }

  /**
   * Changes the password, and the e-mail if given. Returns false if the person's password has changed since `user` was read, or the
   * person was disabled.
   */
  changePassword(user: User, { password_hash, email }: Change): Promise<boolean> {
    return this.#update(user, { password_hash, updated_at: this.#time(), ...(email !== undefined && { email }) })
  }

  /**
   * Writes the hash of the same password, which locks the row while a session starts. A simultaneous change of the password waits for
   * the end of this transaction; if it came first, this returns false.
   */
  keepPassword(user: User, password_hash: string): Promise<boolean> {
    return this.#update(user, { password_hash })
  }

  async #update(user: User, changes: Partial<UserRow>): Promise<boolean> {
    const { id, password_hash } = user
    const rows = this.#rows().where({ id, password_hash }).whereNull('disabled_at')
    return (await rows.update(changes)) === 1
  }

  #first(narrow: (users: Knex.QueryBuilder<UserRow>) => Knex.QueryBuilder<UserRow>): Promise<User | undefined> {
    return this.#database.reading(async () => {
      const users = this.#rows().whereNull('disabled_at') as Knex.QueryBuilder<UserRow>
      const row = await narrow(users).first<Row | undefined>(COLUMNS)
      return row && { ...row, permissions: JSON.parse(row.permissions) as string[] }
    })
  }

  #rows() {
    return this.#database.context<UserRow>('platform_users')
  }

  #time(): string {
    return new Date(this.#now()).toISOString()
  }
}
