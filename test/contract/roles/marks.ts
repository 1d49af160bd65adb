import type { Reference, Row } from './reference.ts'

/** The records of the ledger and of the desk, by their tables. */
export type Rows = Readonly<Record<string, readonly Row[]>>

const LETTERS: Readonly<Record<string, string>> = { n: 'name', m: 'memo', s: 'secret', t: 'tags', d: 'text' }
const MARKED: Readonly<Record<string, readonly string[]>> = {
  ledger_entries: ['name', 'memo', 'secret', 'tags', 'amount'],
  desk_notes: ['text'],
}

/** The values of records that a text contains: `secret 3`, `text 5`. */
export function valuesIn(text: string): Set<string> {
  const found = [...text.matchAll(/\b([nmstd])(\d+)!/g)].map(([, letter = '', id]) => `${LETTERS[letter]} ${id}`)
  const amounts = [...text.matchAll(/(?<![\w.-])73100(\d\d)(?![\w.-])/g)].map(([, id]) => `amount ${Number(id)}`)
  return new Set([...found, ...amounts])
}

/** The values that an answer to one of the permissions may contain. `former`: also those that a field does not have at present. */
export function visibleValues(
  ref: Reference,
  permissions: readonly string[],
  { rows, former = false }: { rows: Rows; former?: boolean },
): Set<string> {
  return valuesThat(
    rows,
    ({ table, row, field }) =>
      (former || row[field] !== undefined) && permissions.some((each) => ref.sees(each, table, { row, field })),
  )
}

/** The values that nothing hides from somebody with all of the permissions, so that an answer that would contain them has to. */
export function owedValues(ref: Reference, permissions: readonly string[], rows: Rows): Set<string> {
  return valuesThat(rows, ({ table, row, field }) =>
    permissions.every((each) => ref.reaches(each, table, row) && ref.asks(each, table, field)),
  )
}

interface Value {
  readonly table: string
  readonly row: Row
  readonly field: string
}

function valuesThat(rows: Rows, fits: (value: Value) => boolean): Set<string> {
  const values = Object.entries(rows).flatMap(([table, list]) =>
    list.flatMap((row) => (MARKED[table] ?? []).map((field) => ({ table, row, field }))),
  )
  return new Set(values.filter(fits).map(({ field, row }) => `${field} ${row.id}`))
}
