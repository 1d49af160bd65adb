import { alignTable, paint } from './text.ts'

/** Formats rows as a table with a head; an empty list as a sentence. */
export function showRows(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'There are none.'
  return alignTable([head.map((name) => paint('dim', name)), ...rows.map((row) => [...row])])
}

/** Formats the members of a record as lines. Empty ones are left out. */
export function toLines(record: object): string {
  const members = Object.entries(record).flatMap(([name, value]) => {
    const text = toText(value)
    return text === '' ? [] : [[paint('dim', name), text]]
  })
  return alignTable(members)
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(toText).join(', ')
  if (typeof value === 'object' && Object.keys(value).length === 0) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
