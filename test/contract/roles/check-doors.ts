import type { Door, Reading, Visitor } from './doors.ts'
import { owedValues, type Rows, valuesIn, visibleValues } from './marks.ts'
import { type RandomPerson, Reference, type Row } from './reference.ts'
import type { Tables } from './tables.ts'

/** A difference between what a door does and what the reference says. */
export interface Difference {
  readonly door: string
  readonly what: string
}

interface Walk {
  readonly person: RandomPerson
  readonly by: Visitor
  readonly rows: Rows
  readonly tables: Tables
}

/** What everybody who may come through a door is given at most: the answers of an operator. */
export type Everything = ReadonlyMap<string, Reading>

/**
 * Walks through all doors that only read, twice: the second time nothing is left of the records and values that the person does not see.
 * Each answer must let in whom the reference lets in, contain no value that they do not see and each that they do, and be the same both
 * times, because nobody may notice what they cannot see: not in a figure, an order, a page or an error.
 */
export async function readDifferences(
  doors: readonly Door[],
  everything: Everything,
  walk: Walk,
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const group of byPermissions(doors.filter(({ changes }) => !changes)).values()) {
    const first = await readAll(group, walk)
    for (const [door, reading] of first)
      for (const what of wrongIn(door, reading, { everything, ...walk })) found.push({ door: door.name, what })
    const shows = group[0]?.shows ?? []
    if (!(await hideTheRest(shows, walk))) continue
    const second = await readAll(group, walk)
    await walk.tables.restore()
    for (const [door, { status, text }] of second) {
      const before = first.get(door)
      if (before?.status !== status || before.text !== text)
        found.push({ door: door.name, what: `notices what is not visible: ${before?.text} became ${text}` })
    }
  }
  return found
}

function byPermissions(doors: readonly Door[]): Map<string, Door[]> {
  const groups = new Map<string, Door[]>()
  for (const door of doors) groups.set(door.shows.join(), [...(groups.get(door.shows.join()) ?? []), door])
  return groups
}

async function readAll(doors: readonly Door[], { by, rows }: Walk): Promise<Map<Door, Reading>> {
  const readings = new Map<Door, Reading>()
  for (const door of doors) readings.set(door, await door.visit(by, sampleRow(rows)))
  return readings
}

const sampleRow = ({ ledger_entries = [] }: Rows) => ledger_entries[1] as Row

/** What is wrong with one answer by itself. */
function wrongIn(
  { name, permission, shows, complete }: Door,
  { status, text }: Reading,
  { person, rows, everything }: Walk & { everything: Everything },
): string[] {
  const ref = new Reference(person)
  const wrong: string[] = []
  if (status >= 500) wrong.push(`fails: ${text}`)
  wrong.push(...admissionOf(ref, { permission, status, text }))
  const allowed = visibleValues(ref, shows, { rows, former: true })
  const values = [...valuesIn(text)]
  const leaked = values.filter((value) => !allowed.has(value))
  if (leaked.length > 0) wrong.push(`shows ${leaked.join(', ')}`)
  if (!complete || status !== 200) return wrong
  const owed = owedValues(ref, shows, rows)
  const all = valuesIn(everything.get(name)?.text ?? '')
  const missing = [...all].filter((value) => owed.has(value) && !values.includes(value))
  if (missing.length > 0) wrong.push(`withholds ${missing.join(', ')}`)
  return wrong
}

interface Admission {
  readonly permission: string | undefined
  readonly status: number
  readonly text: string
  /** Whether values were sent, of which some may be out of reach or not to be set. */
  readonly isWrite?: boolean
}

/** Whoever holds the permission may be refused only for another one, which the answer names and they do not hold, or for a field. */
export function admissionOf(ref: Reference, { permission, status, text, isWrite = false }: Admission): string[] {
  if (permission === undefined) return []
  if (!ref.can(permission)) return status === 403 ? [] : [`lets in without [${permission}]: ${status}`]
  if (status !== 403 || (isWrite && /Your roles (hide|make)|outside the data/.test(text))) return []
  const named = /\[([\w-]+\.[\w.-]+)\]/.exec(text.replaceAll(/\[\w+ \/[^\]]*\]/g, ''))?.[1]
  const isElsewhere = named !== undefined && !ref.can(named)
  return isElsewhere ? [] : [`refuses in spite of [${permission}]: ${text}`]
}

/** Takes away the records that none of the permissions reaches, and changes the values that none shows. Returns whether there are any. */
async function hideTheRest(shows: readonly string[], { person, tables, rows }: Walk): Promise<boolean> {
  const ref = new Reference(person)
  const change = (table: string, row: Row) => {
    if (!shows.some((permission) => ref.reaches(permission, table, row))) return undefined
    const decides = person.roles.flatMap(({ conditions }) => (conditions[table] ?? []).map(({ field }) => field))
    const unseen = Object.keys(row).filter(
      (field) =>
        field !== 'id' &&
        !decides.includes(field) &&
        !shows.some((permission) => ref.sees(permission, table, { row, field })),
    )
    return Object.fromEntries(unseen.map((field) => [field, OTHER[field] ?? 'other']))
  }
  const touches = Object.entries(rows).some(([table, list]) =>
    list.some((row) => Object.keys(change(table, row) ?? { gone: true }).length > 0),
  )
  if (touches) await tables.replace(change)
  return touches
}

/** Other values of fields that are no texts. */
const OTHER: Readonly<Record<string, unknown>> = {
  status: 'closed',
  place_id: 9,
  amount: 9,
  tags: ['other'],
  day: '2027-01-01',
  starts_at: '2027-01-01T09:00:00.000Z',
  entry_id: 9,
}
