import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'
import type { Authority } from './authority.ts'
import { type Held, requireHeld, requireNotBeyond, requireOperator, requireOwnValues } from './granting.ts'
import { covers, type Role } from './grants.ts'
import { ownPermissions, type Reaches } from './holders.ts'
import type { Principal } from './identity.ts'
import type { SignInLinks } from './one-time-secrets.ts'
import { preferenceColumns } from './preferences.ts'
import { requireFewValues, requirePermissions } from './role-rules.ts'
import type { ChangedBy, Roles } from './roles.ts'
import { createId } from './secret.ts'
import type { Sessions } from './sessions.ts'
import {
  type Assigned,
  emailOf,
  explainTaken,
  nameOf,
  notFound,
  type RolesChange,
  toRecord,
  type UserPatch,
  type UserRecord,
  type UserRow,
  type UserValues,
} from './user-record.ts'
import { normalizeEmail } from './users.ts'

interface ManageUsersOptions {
  readonly authority: Authority
  readonly roles: Roles
  readonly sessions: Sessions
  readonly links: SignInLinks
  readonly now: () => number
}

/** Manages people and service accounts: the rows of `platform_users` and `platform_user_roles`. */
export class ManageUsers {
  readonly #database: Database
  readonly #options: ManageUsersOptions
  #reaches: Reaches = () => true
  #tellRoles: (change: RolesChange) => Promise<void> = () => Promise.resolve()

  constructor(database: Database, options: ManageUsersOptions) {
    this.#database = database
    this.#options = options
  }

  /** Everybody, by name. */
  async list(): Promise<UserRecord[]> {
    return this.#database.reading(async () => {
      const rows: UserRow[] = await this.#rows().orderBy(['name', 'id']).select('*')
      const held = await this.#assigned().select<Assigned[]>('user_id', 'role_id')
      return rows.map((row) =>
        toRecord(
          row,
          held.flatMap(({ user_id, role_id }) => (user_id === row.id ? [role_id] : [])),
        ),
      )
    })
  }

  /** @throws ApiError `record_not_found` */
  async get(id: string): Promise<UserRecord> {
    return (await this.find(id)) ?? notFound(id)
  }

  /** Calls back in the transaction of each change of somebody’s roles. Default: nobody is told. */
  whenRolesChange(tell: (change: RolesChange) => Promise<void>): void {
    this.#tellRoles = tell
  }

  /** Lets the record conditions of roles decide which people a caller reaches. Default: everybody. */
  limitBy(reaches: Reaches): void {
    this.#reaches = reaches
  }

  /** Somebody whom the roles of a caller reach. @throws ApiError `record_not_found`, as if they did not exist */
  async reached(id: string, by: Principal): Promise<UserRecord> {
    return (await this.findReached(id, by)) ?? notFound(id)
  }

  async findReached(id: string, by: Principal): Promise<UserRecord | undefined> {
    const user = await this.find(id)
    return user && this.#reaches(by, user) ? user : undefined
  }

  /** The people whom the roles of a caller reach. */
  async listReached(by: Principal): Promise<UserRecord[]> {
    return (await this.list()).filter((user) => this.#reaches(by, user))
  }

  find(id: string): Promise<UserRecord | undefined> {
    return this.#first((rows) => rows.where({ id }))
  }

  /** The person or service account with an e-mail, in any spelling that normalizes to it. */
  findByEmail(email: string): Promise<UserRecord | undefined> {
    return this.#first((rows) => rows.whereRaw('lower(email) = ?', [normalizeEmail(email)]))
  }

  #first(narrow: (rows: Knex.QueryBuilder<UserRow>) => Knex.QueryBuilder): Promise<UserRecord | undefined> {
    return this.#database.reading(async () => {
      const row = (await narrow(this.#rows()).first('*')) as UserRow | undefined
      if (!row) return undefined
      const held: Assigned[] = await this.#assigned().where({ user_id: row.id }).orderBy('role_id').select('role_id')
      return toRecord(
        row,
        held.map(({ role_id }) => role_id),
      )
    })
  }

  /** Every role that somebody holds. */
  assignments(): Promise<Assigned[]> {
    return this.#database.reading(() => this.#assigned().select('*'))
  }

  /** The roles that apply to somebody, including their direct permissions as a role. */
  async rolesOf({ roles, permissions }: Pick<UserRecord, 'roles' | 'permissions'>): Promise<Role[]> {
    return [...(await this.#options.roles.named(roles)), ...ownPermissions(permissions)]
  }

  /** Somebody with everything that decides what they may do. Does not check whether they are disabled. */
  async held({ id, name, attributes, ...user }: UserRecord): Promise<Held> {
    return { name, holder: { id, attributes, roles: await this.rolesOf(user) } }
  }

  /** @throws ApiError `permission_denied` for permissions that the creator does not hold, `validation_failed` */
  create(values: UserValues, { by }: ChangedBy): Promise<UserRecord> {
    const { kind = 'person', name, roles = [], permissions = [], attributes = {}, ...rest } = values
    const now = this.#time()
    const { email, ...preferences } = rest
    return this.#options.authority.change(async () => {
      requirePermissions(permissions)
      requireHeld(by, await this.rolesOf({ roles, permissions }))
      requireFewValues(attributes)
      requireOwnValues(by, { before: {}, after: attributes })
      const id = createId(this.#options.now())
      const lists = { permissions: JSON.stringify(permissions), attributes: JSON.stringify(attributes) }
      const times = { created_at: now, updated_at: now }
      const row = {
        id,
        kind,
        name: nameOf(name),
        email: emailOf(email, kind),
        ...lists,
        ...times,
        ...preferenceColumns(preferences),
      }
      await this.#rows().insert(row).catch(explainTaken)
      await this.#assign(id, roles)
      return this.get(id)
    })
  }

  /**
   * Changes somebody. A person who is disabled is signed out everywhere and loses their open links; their tokens stop until the person is
   * enabled again.
   * @throws ApiError `permission_denied` for permissions that `by` does not hold, or if the person may do more than `by`; `last_operator`,
   * `validation_failed`, `record_not_found`
   */
  update(id: string, patch: UserPatch, { by, check }: ChangedBy<UserRecord>): Promise<UserRecord> {
    const { authority, sessions, links } = this.#options
    return authority.change(async () => {
      const current = await this.get(id)
      check?.(current)
      requireNotBeyond(by, await this.held(current))
      await this.#requireGrantable(by, { current, patch })
      const columns = { ...this.#columnsOf(patch, current), version: current.version + 1, updated_at: this.#time() }
      await this.#rows().where({ id }).update(columns).catch(explainTaken)
      if (patch.roles) {
        await this.#assign(id, patch.roles)
        await this.#tellRoles({ user_id: id, before: current.roles, after: patch.roles, by })
      }
      if (patch.disabled && current.disabled_at === null) {
        await sessions.endOthers(id, { except: undefined })
        await links.revoke(id)
      }
      await requireOperator(this.#database)
      return this.get(id)
    })
  }

  /**
   * Deletes somebody with their sessions, links and tokens. Their entries in the audit log remain.
   * @throws ApiError `permission_denied`, `last_operator`, `record_not_found`
   */
  delete(id: string, { by, check }: ChangedBy<UserRecord>): Promise<UserRecord> {
    const { authority, sessions } = this.#options
    return authority.change(async () => {
      const current = await this.get(id)
      check?.(current)
      requireNotBeyond(by, await this.held(current))
      await sessions.endOthers(id, { except: undefined })
      await this.#rows().where({ id }).delete()
      await requireOperator(this.#database)
      return current
    })
  }

  async #requireGrantable(by: ChangedBy['by'], { current, patch }: { current: UserRecord; patch: UserPatch }) {
    const { roles = [], permissions = [], attributes } = patch
    const next = attributes ?? current.attributes
    requirePermissions(permissions)
    const newRoles = roles.filter((role) => !current.roles.includes(role))
    const newPermissions = permissions.filter((each) => !current.permissions.some((held) => covers(held, each)))
    requireHeld(by, await this.rolesOf({ roles: newRoles, permissions: newPermissions }), next)
    if (attributes === undefined) return
    requireFewValues(attributes)
    requireOwnValues(by, { before: current.attributes, after: attributes })
  }

  #columnsOf({ roles: _roles, ...patch }: UserPatch, { kind, disabled_at }: UserRecord): Partial<UserRow> {
    const { name, email, permissions, attributes, disabled, ...preferences } = patch
    return {
      ...(name !== undefined && { name: nameOf(name) }),
      ...(email !== undefined && { email: emailOf(email, kind) }),
      ...(permissions && { permissions: JSON.stringify(permissions) }),
      ...(attributes && { attributes: JSON.stringify(attributes) }),
      ...(disabled !== undefined && { disabled_at: disabled ? (disabled_at ?? this.#time()) : null }),
      ...preferenceColumns(preferences),
    }
  }

  async #assign(id: string, roles: readonly string[]): Promise<void> {
    const ids = [...new Set(roles)]
    await this.#assigned().where({ user_id: id }).whereNotIn('role_id', ids).delete()
    if (ids.length === 0) return
    const rows = ids.map((role_id) => ({ user_id: id, role_id, granted_at: this.#time() }))
    await this.#assigned().insert(rows).onConflict(['user_id', 'role_id']).ignore()
  }

  #rows() {
    return this.#database.context<UserRow>('platform_users')
  }

  #assigned() {
    return this.#database.context<Assigned>('platform_user_roles')
  }

  #time(): string {
    return new Date(this.#options.now()).toISOString()
  }
}
