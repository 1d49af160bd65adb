import type { Field } from '@atrium/sdk/documents'
import type { QueryClient } from '@tanstack/react-query'
import type { DataRecord } from '../../api/paths.ts'
import { manyOptions, pageOptions, relatedOptions } from '../../api/records.ts'
import { recordTitle } from '../../values/record-title.ts'
import type { CellReading } from './read-cell.ts'

type RelationField = Extract<Field, { kind: 'relation' }>

/** A list of at most this length is read whole. In a longer one, each text is searched for. */
const WHOLE = 1_000
const MOST_SEARCHES = 50
/** Ids in the address of one request. */
const MOST_IDS = 100

/**
 * Finds related records by their titles, or by their ids.
 * @returns the id for a text, or why there is none
 */
export async function relatedByTitle(
  queryClient: QueryClient,
  field: RelationField,
  texts: readonly string[],
): Promise<(text: string) => CellReading> {
  const path = field.choices_path ?? field.relation.list_path
  if (path.includes('{') || field.multiple) return () => ({ problem: 'Choose it in the record.' })
  const wanted = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
  const titleOf = (record: DataRecord) => recordTitle(record, field.relation.title_attribute)
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
  const missing = wanted.filter((text) => !known.has(text))
  // A title among those read may occur again among the others.
  const searched = await Promise.all(
    wanted.slice(0, MOST_SEARCHES).map((text) => {
      const query = String(new URLSearchParams({ q: text, _start: '0', _end: '20' }))
      // A list that cannot be searched finds none.
      return queryClient.fetchQuery(pageOptions(path, query)).catch(() => undefined)
    }),
  )
  const ids = missing.filter((text) => /^[\w-]{1,40}$/.test(text)).slice(0, MOST_IDS)
  const byId = ids.length === 0 ? [] : await queryClient.fetchQuery(relatedOptions(field.relation, ids)).catch(() => [])
  const all = [...records, ...searched.flatMap((page) => page?.records ?? []), ...byId]
  return [...new Map(all.map((record) => [record.id, record])).values()]
}

function named(text: string, records: readonly DataRecord[], titleOf: Search['titleOf']): CellReading {
  const lower = text.toLowerCase()
  const found = [
    records.filter((record) => titleOf(record) === text),
    records.filter((record) => titleOf(record).toLowerCase() === lower),
    records.filter(({ id }) => String(id) === text),
  ].find((each) => each.length > 0)
  const [first, ...more] = found ?? []
  if (first === undefined) return { problem: `“${text}” was not found.` }
  if (more.length > 0) return { problem: `“${text}” is the name of ${more.length + 1} records. Paste the id instead.` }
  return { value: first.id }
}
