import { isDeepStrictEqual } from 'node:util'
import { admissionOf, type Difference } from './check-doors.ts'
import type { Door, Visitor } from './doors.ts'
import { type Rows, valuesIn, visibleValues } from './marks.ts'
import { seeded } from './random-people.ts'
import { type RandomPerson, Reference, type Row } from './reference.ts'
import type { Tables } from './tables.ts'

interface Walk {
  readonly person: RandomPerson
  readonly by: Visitor
  readonly rows: Rows
  readonly tables: Tables
}

/**
 * Walks through all doors that may change something, and compares the tables before and after: only records that the permission reaches,
 * before and after, may have changed, and by routes of the record kit only the fields that may be written. What they may is done.
 */
export async function writeDifferences(
  doors: readonly Door[],
  { person, by, rows, tables }: Walk,
): Promise<Difference[]> {
  const ref = new Reference(person)
  const found: Difference[] = []
  for (const [at, door] of doors.filter(({ changes }) => changes).entries()) {
    const source = seeded(Number(person.id.split('-').at(-1)) * 997 + at)
    const { values, field } = changedValues(rows, door, source)
    const { status, text } = await door.visit(by, values)
    const after = await tables.rows()
    const note = (what: string) => found.push({ door: `${door.name} [${field}]`, what })
    if (status >= 500) note(`fails: ${text}`)
    for (const what of admissionOf(ref, { permission: door.permission, status, text, isWrite: true })) note(what)
    const changed = changesBetween(rows, after)
    for (const change of changed) {
      const what = wrongIn(ref, door, change)
      if (what !== undefined) note(`${what}: ${JSON.stringify(change)}`)
    }
    if (status >= 300 && changed.length > 0) note(`answers ${status} and changes ${JSON.stringify(changed)}`)
    if (status >= 300 && isOwed(ref, door, { rows, values, field })) note(`refuses what is allowed: ${text}`)
    const both = withBoth(rows, after)
    const allowed = visibleValues(ref, door.shows, { rows: both, former: true })
    const sent = valuesIn(JSON.stringify(values))
    const leaked = [...valuesIn(text)].filter((value) => !allowed.has(value) && !sent.has(value))
    if (leaked.length > 0) note(`shows ${leaked.join(', ')}`)
    if (changed.length > 0) await tables.restore()
  }
  return found
}

/** The record that a door is about, with one other value. It keeps its mark, so that what an answer shows is still known. */
function changedValues({ ledger_entries = [] }: Rows, { name, kind }: Door, source: ReturnType<typeof seeded>) {
  const { id: _, ...row } = ledger_entries[/\/7\b/.test(name) ? 6 : 1] as Row
  const field = source.pick(Object.keys(row))
  const was = row[field as keyof typeof row]
  const becomes = OTHER[field] ?? (typeof was === 'string' ? `${was} again` : was)
  const values: unknown = { ...(kind !== 'update' && row), [field]: becomes }
  return { field, values: values as Row }
}

const OTHER: Readonly<Record<string, unknown>> = {
  status: 'held',
  place_id: 3,
  amount: 1,
  tags: ['t2!', 'again'],
  day: '2026-02-01',
  starts_at: '2026-02-01T09:00:00.000Z',
}

interface Change {
  readonly table: string
  readonly before: Row | undefined
  readonly after: Row | undefined
}

function changesBetween(before: Rows, after: Rows): Change[] {
  return Object.keys(before).flatMap((table) => {
    const [was, is] = [before, after].map((rows) => new Map((rows[table] ?? []).map((row) => [row.id, row])))
    const ids = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
    return ids
      .map((id) => ({ table, before: was?.get(id), after: is?.get(id) }))
      .filter((each) => !isDeepStrictEqual(each.before, each.after))
  })
}

function wrongIn(
  ref: Reference,
  { permission = '', kind }: Door,
  { table, before, after }: Change,
): string | undefined {
  if (!ref.can(permission)) return `changes without [${permission}]`
  if (before && !ref.reaches(permission, table, before)) return 'changes a record out of reach'
  if (after && !ref.reaches(permission, table, after)) return 'leaves a record out of reach'
  if (kind === undefined || !RULED.has(kind) || after === undefined) return undefined
  const row = before ?? after
  const fields = Object.keys({ ...before, ...after }).filter(
    (field) => field !== 'id' && !isDeepStrictEqual(before?.[field], after[field]),
  )
  const locked = fields.filter((field) => !ref.writes(permission, table, { row, field }))
  return locked.length > 0 ? `writes ${locked.join(', ')}` : undefined
}

/** Routes that write what the caller sends. Handlers of a plugin write what their own permission is about. */
const RULED = new Set(['create', 'replace', 'update', 'restore'])

/** Whether a change by the record kit is surely allowed: one field, or the whole record, of the record that the values belong to. */
function isOwed(ref: Reference, { name, permission = '', kind }: Door, { rows, values, field }: Sent): boolean {
  const id = Number(/^\w+ \/api\/v1\/ledger\/entries\/(\d+)$/.exec(name)?.[1])
  const row = rows.ledger_entries?.find((each) => each.id === id)
  if (row === undefined || id !== 2 || !ref.can(permission) || !ref.reaches(permission, TABLE, row)) return false
  if (kind === 'delete') return true
  const isHidden = (each: string) => !ref.sees(permission, TABLE, { row, field: each })
  return (
    ref.writes(permission, TABLE, { row, field }) &&
    ref.reaches(permission, TABLE, { ...(kind === 'update' && row), ...values, id }) &&
    !Object.keys(values).some(isHidden)
  )
}

const TABLE = 'ledger_entries'

interface Sent {
  readonly rows: Rows
  readonly values: Row
  readonly field: string
}

/** The records as they were and as they are. */
const withBoth = (before: Rows, after: Rows): Rows =>
  Object.fromEntries(Object.keys(before).map((table) => [table, [...(before[table] ?? []), ...(after[table] ?? [])]]))
