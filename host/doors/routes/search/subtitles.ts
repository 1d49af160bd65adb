import type { Entry } from '@atrium/sdk/documents'
import type { AskOptions } from './ask.ts'
import { ask } from './ask.ts'

type Row = Readonly<Record<string, unknown>>
type Relation = Extract<Entry, { kind: 'relation' }>
/** The titles of related records by the name of the field and the id. */
type Titles = ReadonlyMap<string, ReadonlyMap<unknown, string>>

/**
 * Reads the subtitles of the hits, as the caller. Leaves out withheld fields, related records that the caller may not read, and late
 * answers.
 */
export async function readSubtitles(
  entries: readonly Entry[] = [],
  rows: readonly Row[],
  options: AskOptions,
): Promise<(row: Row) => string[]> {
  const relations = entries.filter((entry): entry is Relation => entry.kind === 'relation')
  const titles: Titles = new Map(
    await Promise.all(relations.map(async (entry) => [entry.name, await titlesOf(entry, rows, options)] as const)),
  )
  return (row) => entries.flatMap((entry) => textOf(entry, row[entry.name], titles) ?? [])
}

async function titlesOf({ name, relation }: Relation, rows: readonly Row[], options: AskOptions) {
  const ids = [...new Set(rows.map((row) => row[name]))].filter(isId).map(String)
  if (ids.length === 0) return new Map<unknown, string>()
  const [path = '', given = ''] = relation.list_path.split('?')
  const query = { ...Object.fromEntries(new URLSearchParams(given)), id: ids, _start: '0', _end: String(ids.length) }
  const answer = await ask(path, () => query, options)
  const found: unknown = 'outcome' in answer ? answer.outcome.body : []
  const records = Array.isArray(found) ? (found as Row[]) : []
  return new Map(
    records.flatMap(({ id, [relation.title_attribute]: title }) =>
      typeof title === 'string' && title !== '' ? [[id, title] as const] : [],
    ),
  )
}

const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

function textOf(entry: Entry, value: unknown, titles: Titles): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (entry.kind === 'relation') return titles.get(entry.name)?.get(value)
  const option = 'options' in entry ? entry.options?.find((each) => each.value === value) : undefined
  if (option !== undefined) return option.label
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join(', ') || undefined
  if (entry.kind === 'money' && typeof value === 'number') return moneyText(value, entry.currency)
  if (typeof value === 'object') return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function moneyText(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
