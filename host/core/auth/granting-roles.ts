import type { Database } from '../../base/db/index.ts'
import type { Role } from './grants.ts'

/** The JSON columns of a role. */
export type RoleTexts = Readonly<Record<'permissions' | 'conditions' | 'fields', string>>

/** Reads the JSON columns of a role. */
export function toLists({ permissions, conditions, fields }: RoleTexts) {
  return {
    permissions: JSON.parse(permissions) as string[],
    conditions: JSON.parse(conditions) as Role['conditions'],
    fields: JSON.parse(fields) as Role['fields'],
  }
}

/** The permissions and names of a role. */
export interface GrantingRole extends Role {
  readonly label: string
}

type Row = Pick<GrantingRole, 'id' | 'name' | 'label'> & RoleTexts

const COLUMNS = ['id', 'name', 'label', 'permissions', 'conditions', 'fields'] as const satisfies (keyof Row)[]

interface Known {
  readonly row: Row
  readonly role: GrantingRole
}

/** The grants of every role, which each explanation compares. */
export class GrantingRoles {
  readonly #database: Database
  #known: ReadonlyMap<string, Known> = new Map()

  constructor(database: Database) {
    this.#database = database
  }

  /** Reads all roles, by label. Parses only the rows that have changed since they were last read: a row may hold many conditions. */
  async list(): Promise<readonly GrantingRole[]> {
    const rows = await this.#database.reading(() =>
      this.#database
        .context<Row>('platform_roles')
        .orderBy(['label', 'id'])
        .select<Row[]>(...COLUMNS),
    )
    const former = this.#known
    const known = rows.map((row) => {
      const same = former.get(row.id)
      return same && COLUMNS.every((name) => same.row[name] === row[name]) ? same : { row, role: toRole(row) }
    })
    this.#known = new Map(known.map((each) => [each.row.id, each]))
    return known.map(({ role }) => role)
  }
}

const toRole = ({ id, name, label, ...texts }: Row): GrantingRole => ({ id, name, label, ...toLists(texts) })
