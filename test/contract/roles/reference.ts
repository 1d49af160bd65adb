/** A condition of a random role, in a form of its own: it is written into the role as a list query. */
export interface Term {
  readonly field: string
  readonly is: 'eq' | 'ne' | 'gte' | 'lte' | 'null' | 'like' | 'me' | 'mine'
  readonly values: readonly (string | number | boolean)[]
}

export interface RandomRole {
  readonly name: string
  readonly permissions: readonly string[]
  readonly conditions: Readonly<Record<string, readonly Term[]>>
  readonly hidden: Readonly<Record<string, readonly string[]>>
  readonly read_only: Readonly<Record<string, readonly string[]>>
}

export interface RandomPerson {
  readonly id: string
  readonly token: string
  readonly roles: readonly RandomRole[]
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

export type Row = Readonly<Record<string, unknown>> & { readonly id: number }

/**
 * Who may see what, said a second time and differently: the only thing that the differential test compares the host with.
 */
export class Reference {
  readonly person: RandomPerson

  constructor(person: RandomPerson) {
    this.person = person
  }

  can(permission: string): boolean {
    return this.#granting(permission).length > 0
  }

  /** Whether some role that grants the permission reaches the record. */
  reaches(permission: string, table: string, row: Row): boolean {
    return this.#reaching(permission, table, row).length > 0
  }

  sees(permission: string, table: string, { row, field }: { row: Row; field: string }): boolean {
    return this.#reaching(permission, table, row).some((role) => !listed(role.hidden, table, field))
  }

  writes(permission: string, table: string, { row, field }: { row: Row; field: string }): boolean {
    const isFree = (role: RandomRole) => !listed(role.hidden, table, field) && !listed(role.read_only, table, field)
    return this.#reaching(permission, table, row).some(isFree)
  }

  /** Whether asking about a field reveals nothing: it is hidden on no record that the person could see. */
  asks(permission: string, table: string, field: string): boolean {
    const granting = this.#granting(permission)
    const hides = (role: RandomRole) => listed(role.hidden, table, field)
    return (
      !granting.some((role) => hides(role) && this.#isSatisfiable(role, table)) ||
      granting.some((role) => !hides(role) && (role.conditions[table] ?? []).length === 0)
    )
  }

  /** A role whose condition has no value for the person reaches no record. */
  #isSatisfiable(role: RandomRole, table: string): boolean {
    return (role.conditions[table] ?? []).every(
      ({ is, field }) => is !== 'mine' || (this.person.attributes[field] ?? []).length > 0,
    )
  }

  #granting(permission: string): readonly RandomRole[] {
    return this.person.roles.filter(({ permissions }) => permissions.some((granted) => grants(granted, permission)))
  }

  #reaching(permission: string, table: string, row: Row): readonly RandomRole[] {
    return this.#granting(permission).filter((role) =>
      (role.conditions[table] ?? []).every((term) => this.#holds(term, row)),
    )
  }

  #holds({ field, is, values }: Term, row: Row): boolean {
    const value = row[field] ?? null
    switch (is) {
      case 'me':
        return value === this.person.id
      case 'mine':
        return (this.person.attributes[field] ?? []).includes(`${value as number}`)
      case 'eq':
        return Array.isArray(value)
          ? value.some((each) => values.includes(each as string))
          : values.includes(value as string)
      case 'ne':
        return !values.includes(value as string)
      case 'gte':
        return value !== null && (value as number) >= (values[0] as number)
      case 'lte':
        return value !== null && (value as number) <= (values[0] as number)
      case 'null':
        return (value === null) === values[0]
      case 'like':
        return typeof value === 'string' && value.includes(String(values[0]))
    }
  }
}

const listed = (lists: Readonly<Record<string, readonly string[]>>, table: string, field: string) =>
  (lists[table] ?? []).includes(field)

function grants(granted: string, permission: string): boolean {
  const [have, want] = [granted.split('.'), permission.split('.')]
  for (let at = 0; at < have.length; at += 1) {
    const isLast = at === have.length - 1
    if (have[at] === '*' && isLast) return want.length > at
    if (have[at] !== '*' && have[at] !== want[at]) return false
  }
  return have.length === want.length
}
