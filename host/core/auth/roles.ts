import { ApiError, invalid_values } from '@atrium/sdk'
import { classifyDatabaseError, type Database } from '../../base/db/index.ts'
import type { Authority } from './authority.ts'
import { type GrantingRole, GrantingRoles, type RoleTexts, toLists } from './granting-roles.ts'
import { isOperatorRole, requireHeld, requireOperator } from './granting.ts'
import type { Role } from './grants.ts'
import type { Principal } from './identity.ts'
import { type SignInRequirements, toRequirements } from './requirements.ts'
import { BUILT_IN, requireWellFormed } from './role-rules.ts'
import { createId } from './secret.ts'

/** A role as its table holds it. */
export interface RoleRecord extends Role {
  /** The name for people; programs use `name`. */
  readonly label: string
  readonly description: string | null
  /** How its holders must sign in. */
  readonly requirements: SignInRequirements
  /** Created by the platform; cannot be renamed or deleted. */
  readonly built_in: boolean
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
}

/** The input for a role. */
export interface RoleValues extends Pick<Role, 'name' | 'permissions'> {
  /** Default: the name. */
  readonly label?: string
  readonly description?: string | null
  readonly conditions?: Role['conditions']
  readonly fields?: Role['fields']
  /** Default: nothing. */
  readonly requirements?: SignInRequirements
}

/** The person who makes a change. `check` sees the current record first, in the same transaction, and throws to refuse. */
export interface ChangedBy<Current = unknown> {
  readonly by: Principal
  readonly check?: ((current: Current) => void) | undefined
}

/** A row of `platform_roles`. */
export interface RoleRow extends Omit<RoleRecord, keyof RoleTexts | 'requirements' | 'built_in'>, RoleTexts {
  readonly requirements: string | null
  readonly built_in: boolean | number
}

/** The id of the built-in role that grants everything. */
export const OPERATOR_ROLE = 'operator'

/** The roles in `platform_roles`. */
export class Roles {
  readonly #database: Database
  readonly #authority: Authority
  readonly #now: () => number
  readonly #granting: GrantingRoles

  constructor(database: Database, { authority, now }: { authority: Authority; now: () => number }) {
    this.#database = database
    this.#granting = new GrantingRoles(database)
    this.#authority = authority
    this.#now = now
  }

  /** Creates the built-in roles that are missing. */
  async ensureBuiltIn(): Promise<void> {
    const known: { id: string }[] = await this.#database.reader('platform_roles').where('built_in', true).select('id')
    const missing = BUILT_IN.filter(({ name }) => !known.some(({ id }) => id === name))
    if (missing.length === 0) return
    const rows = missing.map((values) => ({ ...this.#rowOf(values), id: values.name, built_in: true }))
    await this.#rows().insert(rows).onConflict('id').ignore()
  }

  /** All roles, by label. */
  async list(): Promise<RoleRecord[]> {
    const rows = await this.#database.reading(() => this.#rows().orderBy(['label', 'id']).select<RoleRow[]>('*'))
    return rows.map(toRecord)
  }

  /** The grants of each role, by label. Reads less than `list`. */
  granting(): Promise<readonly GrantingRole[]> {
    return this.#granting.list()
  }

  /** @throws ApiError `record_not_found` */
  async get(id: string): Promise<RoleRecord> {
    const row = await this.#database.reading(() => this.#rows().where({ id }).first<RoleRow | undefined>('*'))
    if (row) return toRecord(row)
    throw new ApiError('record_not_found', { detail: `There is no role [${id}]. It may have been deleted.` })
  }

  /** The roles with these ids. @throws ApiError 422 `validation_failed` at `roles`, which names the unknown ones */
  async named(ids: readonly string[]): Promise<RoleRecord[]> {
    const rows: RoleRow[] = await this.#rows()
      .whereIn('id', [...ids])
      .select('*')
    const unknown = ids.filter((id) => !rows.some((row) => row.id === id))
    if (unknown.length === 0) return rows.map(toRecord)
    const message = `There is no role ${unknown.map((id) => `[${id}]`).join(', ')}. Choose one of the existing roles.`
    throw invalid_values([{ pointer: '/roles', message }])
  }

  /** How many people and service accounts hold the role. */
  async holders(id: string): Promise<number> {
    const [row] = await this.#database
      .context('platform_user_roles')
      .where({ role_id: id })
      .count<{ held: number | string }[]>({ held: '*' })
    return Number(row?.held ?? 0)
  }

  /** @throws ApiError `permission_denied` for permissions that the creator does not hold, `validation_failed` */
  create(values: RoleValues, { by }: ChangedBy): Promise<RoleRecord> {
    return this.#authority.change(async () => {
      const row = { ...this.#rowOf(values), id: createId(this.#now()), built_in: false }
      const role = toRecord(row)
      requireWellFormed(role)
      requireHeld(by, [role])
      await this.#rows().insert(row).catch(explainTaken(role.name))
      return role
    })
  }

  /**
   * Changes a role for everybody who holds it. New conditions or field rules count as granting all of its permissions again.
   * @throws ApiError `permission_denied`, `role_built_in`, `last_operator`, `validation_failed`, `record_not_found`
   */
  update(id: string, patch: Partial<RoleValues>, { by, check }: ChangedBy<RoleRecord>): Promise<RoleRecord> {
    return this.#authority.change(async () => {
      const current = await this.get(id)
      check?.(current)
      const { name, label, description, permissions, conditions, fields, requirements } = { ...current, ...patch }
      const texts = { name, label: label ?? name, description: description ?? null }
      const values = { ...texts, permissions, conditions, fields, requirements }
      const next = { ...current, ...values, version: current.version + 1, updated_at: this.#time() } as RoleRecord
      if (current.built_in) requireSame(current, next)
      requireWellFormed(next)
      requireHeld(by, [{ ...next, permissions: granted(current, next) }])
      await this.#rows()
        .where({ id })
        .update({ ...this.#rowOf(next), created_at: current.created_at, version: next.version })
        .catch(explainTaken(next.name))
      await requireOperator(this.#database)
      return next
    })
  }

  /**
   * Deletes a role that nobody holds.
   * @throws ApiError `role_in_use` with the number of holders, `role_built_in`, `record_not_found`
   */
  delete(id: string, { check }: ChangedBy<RoleRecord>): Promise<RoleRecord> {
    return this.#authority.change(async () => {
      const current = await this.get(id)
      check?.(current)
      if (current.built_in) throw builtIn(current, 'deleted')
      const held = await this.holders(id)
      if (held > 0) throw inUse(current, held)
      await this.#rows().where({ id }).delete()
      return current
    })
  }

  #rowOf({ name, label = name, description = null, requirements = {}, ...given }: RoleValues) {
    const { permissions, conditions = [], fields = [] } = given
    const lists = { permissions, conditions, fields }
    const texts = Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, JSON.stringify(list)]))
    const now = this.#time()
    return {
      name,
      label,
      description,
      ...(texts as Record<keyof typeof lists, string>),
      requirements: Object.keys(requirements).length > 0 ? JSON.stringify(requirements) : null,
      version: 1,
      created_at: now,
      updated_at: now,
    }
  }

  #rows() {
    return this.#database.context<RoleRow>('platform_roles')
  }

  #time(): string {
    return new Date(this.#now()).toISOString()
  }
}

function toRecord({ permissions, conditions, fields, requirements, built_in, ...row }: RoleRow): RoleRecord {
  const lists = toLists({ permissions, conditions, fields })
  return { ...row, ...lists, requirements: toRequirements(requirements), built_in: Boolean(built_in) }
}

/** The permissions that a change newly grants. */
function granted(current: RoleRecord, next: RoleRecord): readonly string[] {
  const rulesOf = ({ conditions, fields }: RoleRecord) => JSON.stringify([conditions, fields])
  if (rulesOf(current) !== rulesOf(next)) return next.permissions
  return next.permissions.filter((permission) => !current.permissions.includes(permission))
}

function requireSame(current: RoleRecord, next: RoleRecord): void {
  if (next.name !== current.name) throw builtIn(current, 'renamed')
  if (isOperatorRole(current) && !isOperatorRole(next)) throw builtIn(current, 'limited')
}

const builtIn = ({ label }: RoleRecord, what: string) =>
  new ApiError('role_built_in', {
    detail: `The role [${label}] is built in and cannot be ${what}. Create a role of your own instead.`,
  })

const inUse = ({ label }: RoleRecord, held: number) =>
  new ApiError('role_in_use', {
    detail: `${held === 1 ? '1 person holds' : `${held} people hold`} the role [${label}]. Take it from them first, then delete it.`,
  })

const explainTaken =
  (name: string) =>
  (error: unknown): never => {
    if (classifyDatabaseError(error)?.kind !== 'unique') throw error
    throw invalid_values([{ pointer: '/name', message: `There is already a role [${name}]. Choose another name.` }])
  }
