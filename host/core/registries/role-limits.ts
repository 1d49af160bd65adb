import { ApiError, nearest_name } from '@atrium/sdk'
import { parse_condition, record_fields } from '@atrium/sdk/host'
import type { TObject } from 'typebox'
import type { Operation } from './operation.ts'

/** The limits of a role, as an operator enters them or a plugin suggests them. */
export interface RoleLimits {
  readonly conditions?: readonly { readonly resource: string; readonly where: string }[] | undefined
  readonly fields?:
    | readonly {
        readonly resource: string
        readonly hidden?: readonly string[]
        readonly read_only?: readonly string[]
      }[]
    | undefined
}

/** A limit that cannot be applied to the records of its table. */
export interface LimitProblem {
  /** `/conditions/0/where`, within the role. */
  readonly pointer: string
  /** The condition, or the field. */
  readonly value: string
  readonly message: string
  /** The replacement, if it is known. */
  readonly fix?: string
}

/**
 * Finds limits that cannot be applied to the records of these tables: an unknown field, a value of another type. Limits on other
 * tables are not judged.
 */
export function findLimitProblems(
  { conditions = [], fields = [] }: RoleLimits,
  schemas: ReadonlyMap<string, TObject>,
): LimitProblem[] {
  const problems = <Limit extends { resource: string }>(limits: readonly Limit[], judge: Judge<Limit>) =>
    limits.flatMap((limit, at) => {
      const schema = schemas.get(limit.resource)
      return schema === undefined ? [] : judge(limit, schema, at)
    })
  return [
    ...problems(conditions, ({ where }, schema, at) =>
      whatIsWrong(where, schema).map((wrong) => ({ pointer: `/conditions/${at}/where`, value: where, ...wrong })),
    ),
    ...problems(fields, ({ hidden = [], read_only = [] }, schema, at) =>
      Object.entries({ hidden, read_only }).flatMap(([list, names]) =>
        names.flatMap((name) =>
          whyNot(name, schema).map((wrong) => ({ pointer: `/fields/${at}/${list}`, value: name, ...wrong })),
        ),
      ),
    ),
  ]
}

/**
 * Finds a limit on records that do not exist, so that the role would reach everything: `clients` instead of `clients_clients`, which no table
 * can be called, or a name that is almost that of a table. Any other name is not judged, because a plugin that has the table may be
 * activated later, or read the limit in its own code.
 * @param tables the tables whose records operations serve, and all that are stored
 */
export function findUnknownTable(
  { conditions = [], fields = [] }: RoleLimits,
  { served, stored }: { served: readonly string[]; stored: readonly string[] },
): LimitProblem | undefined {
  const limited = Object.entries({ conditions, fields }).flatMap(([list, limits]) =>
    limits.map(({ resource }, at) => ({ pointer: `/${list}/${at}/resource`, value: resource })),
  )
  for (const { pointer, value } of limited) {
    if (served.includes(value) || stored.includes(value)) continue
    const isPossible = TABLE.test(value)
    const nearest = isPossible ? nearestTable(value, served) : nearest_name(asTable(value), served)
    if (isPossible && nearest === undefined) continue
    const message = `There are no records [${value}], so the limit would have no effect.`
    return { pointer, value, message, fix: nearest === undefined ? LOOK_UP : `Did you mean [${nearest}]?` }
  }
  return undefined
}

/** The prefix of a plugin, and a name. */
const TABLE = /^[a-z][a-z0-9]*_[a-z0-9_]+$/

const LOOK_UP = 'Use an id that GET /api/v1/platform/record-types lists'

const asTable = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '_')

/** Compares prefix and name separately: a long prefix would make all tables of a plugin alike. Tables with the same prefix come first. */
function nearestTable(table: string, tables: readonly string[]): string | undefined {
  const [prefix] = parted(table)
  const nearestOf = (isPrefix: (other: string) => boolean) =>
    nearestName(
      table,
      tables.filter((other) => isPrefix(parted(other)[0])),
    )
  return nearestOf((other) => other === prefix) ?? nearestOf((other) => nearest_name(prefix, [other]) !== undefined)
}

/** The table whose name without its prefix is nearest. */
function nearestName(table: string, tables: readonly string[]): string | undefined {
  const byName = new Map(tables.map((other) => [parted(other)[1], other]))
  const nearest = nearest_name(parted(table)[1], byName.keys())
  return nearest === undefined ? undefined : byName.get(nearest)
}

function parted(table: string): [prefix: string, name: string] {
  const end = table.indexOf('_')
  return [table.slice(0, end), table.slice(end + 1)]
}

/** The schemas of the records that operations serve, by table. */
export const tablesOf = (operations: readonly Operation[]): ReadonlyMap<string, TObject> =>
  new Map(
    operations.flatMap(({ declaration: { store } }) =>
      store?.table ? [[store.table.name, store.schema] as const] : [],
    ),
  )

type Judge<Limit> = (limit: Limit, schema: TObject, at: number) => LimitProblem[]

type Wrong = Pick<LimitProblem, 'message' | 'fix'>

/** `me` and `mine` mean values that only a person has, so for these only the field is checked. At most one problem. */
function whatIsWrong(where: string, schema: TObject): Wrong[] {
  const query = [...new URLSearchParams(where)]
  const isPersons = ([, value]: [string, string]) => value === 'me' || value === 'mine'
  const [unknown] = query.filter(isPersons).flatMap(([name]) => whyNot(name.replace(/_ne$/, ''), schema))
  if (unknown) return [unknown]
  try {
    parse_condition(new URLSearchParams(query.filter((each) => !isPersons(each))).toString(), schema)
    return []
  } catch (error) {
    if (error instanceof ApiError) return [{ message: error.message.replace('This list does', 'These records do') }]
    throw error
  }
}

function whyNot(name: string, schema: TObject): Wrong[] {
  if (name === 'id') {
    return [{ message: 'Every record shows its [id], by which it is found.', fix: 'Choose other fields' }]
  }
  const fields = record_fields(schema)
  if (fields.has(name)) return []
  const nearest = nearest_name(name, fields.keys())
  const fix = nearest === undefined ? `Use one of ${[...fields.keys()].join(', ')}` : `Did you mean [${nearest}]?`
  return [{ message: `These records have no field [${name}].`, fix }]
}
