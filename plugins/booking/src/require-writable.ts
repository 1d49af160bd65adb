import { ApiError, present_caller, type Type } from '@atrium/sdk'

/**
 * Refuses fields of a new record that the caller's roles hide or make read-only, for routes that pass on fields of their body. Routes of
 * the record kit do this themselves, for each record. Here a field that is limited on some records is refused on all. Bodies arrive with
 * defaults filled in, which the caller did not ask for.
 * @throws ApiError 403 `permission_denied` that names the field
 */
export function requireWritable({ table, schema }: Written, values: object): void {
  const ways = present_caller()?.scope(table) ?? []
  const isLocked = (name: string) => {
    const locks = ways.map(({ where, hidden, read_only }) => ({
      where,
      locks: hidden.includes(name) || read_only.includes(name),
    }))
    return locks.some((way) => way.locks) && !locks.some((way) => !way.locks && way.where === '')
  }
  const defaults = schema.properties as Readonly<Record<string, { readonly default?: unknown }>>
  const isGiven = (name: string, value: unknown) => value !== undefined && value !== defaults[name]?.default
  const locked = Object.entries(values).find(([name, value]) => isGiven(name, value) && isLocked(name))
  if (locked === undefined) return
  throw new ApiError('permission_denied', {
    detail: `Your roles do not let you write the field [${locked[0]}]. Leave the field out, or ask an operator for a role that writes it.`,
  })
}

/** A table, and the schema of its records. */
interface Written {
  readonly table: string
  readonly schema: Type.TObject
}
