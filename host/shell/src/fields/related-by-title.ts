import type { Field } from '@atrium/sdk/documents'
import type { QueryClient } from '@tanstack/react-query'
import type { DataRecord } from '../api/paths.ts'
import { manyOptions, pageOptions, relatedOptions } from '../api/records.ts'
import { t } from '../language/t.ts'
import { folded } from '../values/as-text.ts'
import type { CellReading } from '../values/read-cell.ts'
import { recordTitle } from '../values/record-title.ts'

type RelationField = Extract<Field, { kind: 'relation' }>

/** A list of at most this length is read whole. In a longer one, each text is searched for. */
const WHOLE = 1_000
const SEARCHES_AT_ONCE = 8
/** Ids in the address of one request. */
const IDS_AT_ONCE = 100

/**
 * Finds related records by their titles, or by their ids.
 * @returns the id for a text, or why there is none
 */
export async function relatedByTitle(
  queryClient: QueryClient,
  field: RelationField,
  texts: readonly string[],
): Promise<(text: string) => CellReading> {
  const { choices_path, relation } = field
  const path = choices_path === undefined || choices_path.includes('{') ? relation.list_path : choices_path
  const wanted = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
  const titleOf = (record: DataRecord) => recordTitle(record, relation.title_attribute)
  const records = await candidates(queryClient, { path, field, wanted, titleOf })
  return (text) => named(text, records, titleOf)
}

interface Search {
  path: string
  field: RelationField
  wanted: readonly string[]
  titleOf: (record: DataRecord) => string
}

async function candidates(queryClient: QueryClient, { path, field, wanted, titleOf }: Search): Promise<DataRecord[]> {
  const { records, total } = await queryClient.fetchQuery(manyOptions(path, '', WHOLE))
  if (total <= records.length) return records
  const known = new Set(records.flatMap((record) => [titleOf(record), String(record.id)]))
  // A title among those read may occur again among the others. A list that cannot be searched finds none.
  const search = ([text = '']: readonly string[]) => {
    const query = String(new URLSearchParams({ q: text, _start: '0', _end: '20' }))
    return queryClient.fetchQuery(pageOptions(path, query)).then(({ records: found }) => found, none)
  }
  const read = (ids: readonly string[]) => queryClient.fetchQuery(relatedOptions(field.relation, ids)).catch(none)
  const searched = await inTurn(portions(wanted, 1), search)
  const ids = wanted.filter((text) => !known.has(text) && /^[\w-]{1,40}$/.test(text))
  const byId = await inTurn(portions(ids, IDS_AT_ONCE), read)
  return [...new Map([...records, ...searched, ...byId].map((record) => [record.id, record])).values()]
}

const none = (): DataRecord[] => []

const portions = (texts: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(texts.length / size) }, (_, at) => texts.slice(at * size, (at + 1) * size))

/** Asks for all portions, a few at a time. */
async function inTurn(all: readonly (readonly string[])[], ask: (texts: readonly string[]) => Promise<DataRecord[]>) {
  const found: DataRecord[] = []
  for (let at = 0; at < all.length; at += SEARCHES_AT_ONCE)
    found.push(...(await Promise.all(all.slice(at, at + SEARCHES_AT_ONCE).map(ask))).flat())
  return found
}

function named(text: string, records: readonly DataRecord[], titleOf: Search['titleOf']): CellReading {
  const typed = text.trim()
  const found = [
    records.filter((record) => titleOf(record) === typed),
    records.filter((record) => folded(titleOf(record)) === folded(typed) && folded(typed) !== ''),
    records.filter(({ id }) => String(id) === typed),
  ].find((each) => each.length > 0)
  const [first, ...more] = found ?? []
  if (first === undefined) return { problem: t('“{typed}” was not found.', { typed }) }
  if (more.length > 0)
    return {
      problem: t('“{typed}” is the name of {more} records. Enter the id instead.', { typed, more: more.length + 1 }),
    }
  return { value: first.id }
}
