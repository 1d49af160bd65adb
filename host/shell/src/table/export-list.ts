import type { Column } from '@atrium/sdk/documents'
import type { DataRecord, RecordId } from '../api/paths.ts'
import { withQuery } from '../api/paths.ts'
import { request, requestText } from '../api/request.ts'
import { csvOf } from '../values/csv.ts'
import { recordIds, recordTitle } from '../values/record-title.ts'
import { shownText, type Titles } from './shown-text.ts'

/** Records per request; also of related records, because their ids are in the address. */
const PAGE = 500
const IDS = 100

/** The records of these queries with all fields, as the host writes them. Only the first part keeps its headings. */
export async function exportStored(listPath: string, queries: readonly string[]): Promise<string> {
  const parts: string[] = []
  for (const query of queries) {
    const text = await requestText(withQuery(listPath, query), 'text/csv')
    parts.push(parts.length === 0 ? text : text.slice(text.indexOf('\r\n') + 2))
  }
  return parts.join('')
}

/**
 * The records of these queries as the screen shows them: these columns in this order, with labels, titles and amounts instead of stored
 * values.
 */
export async function exportShown(
  listPath: string,
  queries: readonly string[],
  columns: readonly Column[],
): Promise<string> {
  const records: DataRecord[] = []
  for (const query of queries) records.push(...(await readAll(listPath, query)))
  const titles = await readTitles(records, columns)
  const rows = records.map((record) =>
    columns.map((column) => shownText(column, record[column.name], titles.get(column.name))),
  )
  return csvOf([columns.map(({ label }) => label), ...rows])
}

/** Reads page by page. A record that moves to a later page in the meantime is included only once. */
async function readAll(listPath: string, query: string): Promise<readonly DataRecord[]> {
  const found = new Map<RecordId, DataRecord>()
  for (let start = 0; ; start += PAGE) {
    const path = withQuery(withQuery(listPath, query), `_start=${start}&_end=${start + PAGE}`)
    const { data, total } = await request<DataRecord[]>('GET', path)
    for (const record of data) found.set(record.id, record)
    if (data.length === 0 || start + PAGE >= (total ?? 0)) return [...found.values()]
  }
}

/** The titles of related records, by column and id. */
async function readTitles(
  records: readonly DataRecord[],
  columns: readonly Column[],
): Promise<ReadonlyMap<string, Titles>> {
  const titles = new Map<string, Titles>()
  for (const column of columns) {
    if (column.kind !== 'relation') continue
    const { list_path, title_attribute } = column.relation
    const ids = recordIds(records.map((record) => record[column.name]))
    const own = new Map<unknown, string>()
    for (let start = 0; start < ids.length; start += IDS) {
      const query = new URLSearchParams(ids.slice(start, start + IDS).map((id) => ['id', String(id)]))
      const { data } = await request<DataRecord[]>('GET', withQuery(list_path, `${query}&_start=0&_end=${IDS}`))
      for (const record of data) own.set(record.id, recordTitle(record, title_attribute))
    }
    titles.set(column.name, own)
  }
  return titles
}
