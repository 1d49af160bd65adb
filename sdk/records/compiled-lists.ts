import type { Knex } from 'knex'
import type { ListFilter, ListQuery } from '../lists/list-query.ts'
import { ALL_RECORDS, type Ways } from './scope.ts'

/** A list without search, whose SQL follows from the shape of its query and of the caller's ways to the records. */
interface PlainList extends Pick<ListQuery, 'filters' | 'sort'>, Partial<Pick<ListQuery, 'limit' | 'offset'>> {
  readonly ways: Ways
}

/** More than a thousand people with conditions of their own have. Each takes about 1 kB. */
const MOST_SHAPES = 2_000

/**
 * Keeps the SQL of lists by the shape of their queries, because Knex would build it again for each query, which takes as long as a short
 * statement.
 */
export class CompiledLists {
  /** Undefined if more than the values can differ. */
  readonly #sql = new Map<string, string | undefined>()

  /**
   * Makes the statement of a list.
   * @param build builds it with Knex, the first time
   * @param options passed on to the driver, as by `options` of Knex
   */
  statement<Query extends Knex.QueryBuilder>(
    db: Knex,
    list: PlainList,
    { build, options = {} }: Building<Query>,
  ): Query {
    const { shape, bindings } = parts_of(list)
    const sql = this.#sql.get(shape)
    // A handler that is not checked by TypeScript may give such values, for which Knex builds other SQL or throws.
    if (bindings.includes(null) || bindings.includes(undefined)) return build().options(options)
    if (sql !== undefined) {
      const made = { method: 'select', sql, bindings: [...bindings], options }
      return Object.assign(db.queryBuilder(), { toSQL: () => made }) as unknown as Query
    }
    const statement: Query = build().options(options)
    if (!this.#sql.has(shape)) this.#keep(shape, statement.toSQL(), bindings)
    return statement
  }

  #keep(shape: string, { sql, bindings }: Knex.Sql, expected: readonly unknown[]): void {
    const isPlain = bindings.length === expected.length && bindings.every((each, at) => each === expected[at])
    this.#sql.set(shape, isPlain ? sql : undefined)
    // The oldest one goes first. To note each use would cost every list more than to build the SQL of a frequent one again now and then.
    const [oldest] = this.#sql.keys()
    if (this.#sql.size > MOST_SHAPES && oldest !== undefined) this.#sql.delete(oldest)
  }
}

interface Building<Query> {
  readonly build: () => Query
  readonly options?: Readonly<Record<string, unknown>>
}

interface Parts {
  /** What decides about the SQL: everything but the values. Whether a value is null is a part of the SQL, and so is an offset. */
  readonly shape: string
  readonly bindings: readonly unknown[]
}

function parts_of({ ways, filters, sort, limit, offset }: PlainList): Parts {
  const [isLimited, isLater] = [limit !== undefined, offset !== undefined && offset !== 0]
  return {
    shape: JSON.stringify([
      ways === ALL_RECORDS ? [] : [ways.map(shapes_of)],
      filters.map(shape_of),
      sort,
      [isLimited, isLater],
    ]),
    bindings: [
      ...ways.flat().flatMap(values_of),
      ...filters.flatMap(values_of),
      ...(isLimited ? [limit] : []),
      ...(isLater ? [offset] : []),
    ],
  }
}

const shape_of = ({ field, comparison, values }: ListFilter) => [
  field,
  comparison,
  comparison === 'null' ? values : values.length,
]

const shapes_of = (way: Ways[number]) => way.map(shape_of)

const values_of = ({ comparison, values }: ListFilter) => (comparison === 'null' ? [] : values)
