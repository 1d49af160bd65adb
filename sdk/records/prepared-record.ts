import { AsyncLocalStorage } from 'node:async_hooks'
import type { TObject } from 'typebox'
import { shown_argument } from '../declaration/require.ts'
import { record_fields } from '../lists/record-fields.ts'

interface Preparing<Row extends object> {
  readonly before?: (record: Partial<Row>, current: Row | undefined) => Partial<Row> | Promise<Partial<Row>>
  readonly current: Row | undefined
  readonly table: string
  readonly schema: TObject
}

/**
 * What the author's `before` makes of a record. A required value that it forgets would be emptied, and then the caller would read that a
 * value is missing which they have sent.
 * @throws TypeError names the table, the field and what to return
 */
export async function prepared_record<Row extends object>(
  record: Partial<Row>,
  { before, current, table, schema }: Preparing<Row>,
): Promise<Partial<Row>> {
  if (before === undefined) return record
  // `before` may change the record that it gets.
  const required = requiredValues(record, schema)
  const prepared: unknown = await before(record, current)
  const wrong = wrongIn(prepared, required)
  if (wrong !== undefined) throw new TypeError(`[before] of the store of [${table}] returned ${wrong}`)
  return prepared as Partial<Row>
}

const requiredValues = (record: object, schema: TObject): string[] =>
  [...record_fields(schema).values()].flatMap(({ name, required }) => (required && has(record, name) ? [name] : []))

const has = (record: object, name: string) => ((record as Record<string, unknown>)[name] ?? undefined) !== undefined

/** What is wrong with a result of `before`, and what to do. Undefined if nothing is. */
function wrongIn(prepared: unknown, required: readonly string[]): string | undefined {
  if (typeof prepared !== 'object' || prepared === null) {
    return `[${shown_argument(prepared) || 'undefined'}] instead of the record. ${WHOLE}`
  }
  const lost = required.find((name) => !has(prepared, name))
  if (lost !== undefined) return `a record without [${lost}]. ${WHOLE}`
  const [uncounted] = Object.entries(prepared).find(([, value]) => Number.isNaN(value)) ?? []
  return uncounted && `NaN as [${uncounted}]. Something that it calculates with is undefined, or is no number.`
}

const WHOLE = 'Return all of it: `return { ...record, … }`.'

/** How deep the `after` of one store run inside one another. */
const depths = new AsyncLocalStorage<{ readonly table: string; readonly depth: number }>()

/** More than a long chain of records that refer to one another. */
const DEEPEST = 100

/**
 * Runs the author's `after`. One that changes its own record is called for that change too, again and again, until its time is over.
 * @throws TypeError names the table and what to do
 */
export async function run_after<Given extends readonly unknown[]>(
  table: string,
  after: ((...given: Given) => unknown) | undefined,
  ...given: Given
): Promise<void> {
  if (after === undefined) return
  const outer = depths.getStore()
  const depth = outer?.table === table ? outer.depth + 1 : 1
  if (depth > DEEPEST)
    throw new TypeError(
      `[after] of the store of [${table}] changes a record of that store, and so calls itself without end. Change the record in [before], or only if something differs.`,
    )
  await depths.run({ table, depth }, async () => after(...given))
}
