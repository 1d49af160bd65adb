import type { RelationTarget } from '@atrium/sdk/documents'
import type { QueryClient } from '@tanstack/react-query'
import type { DataRecord, RecordId } from '../api/paths.ts'
import { manyOptions, pageOptions } from '../api/records.ts'
import { recordTitle } from '../values/record-title.ts'
import { folded, type Target } from './match-columns.ts'
import type { Choices, Related } from './plan-import.ts'
import type { SheetLine } from './read-sheet.ts'

/** The most records of a list that are read to know their titles. In a longer list, each title is searched for. */
const MOST_READ = 2_000
const MOST_FOUND = 50

/** Reads the related records that cells name by title or id. */
export async function readRelated(
  queryClient: QueryClient,
  { lines, targets, choices }: { lines: readonly SheetLine[]; targets: readonly Target[]; choices: Choices },
): Promise<Related> {
  const known = new Map<string, ReadonlyMap<string, RecordId | null>>()
  for (const [at, name] of choices.matching.entries()) {
    const field = targets.find((each) => each.name === name)?.field
    if (name === null || field?.kind !== 'relation') continue
    const texts = lines.flatMap(({ cells }) => namesIn(cells[at] ?? '', field.multiple === true))
    known.set(name, await idsByName(queryClient, field.relation, [...new Set(texts)]))
  }
  return (name, text) => known.get(name)?.get(folded(text))
}

/** Several names in one cell are separated as in an export; the whole cell may be one name, too. */
const namesIn = (text: string, isMultiple: boolean) =>
  [text, ...(isMultiple ? text.split(/[;,]/) : [])].map((each) => each.trim()).filter((each) => each !== '')

async function idsByName(queryClient: QueryClient, target: RelationTarget, texts: readonly string[]) {
  const { records, total } = await queryClient.fetchQuery(manyOptions(target.list_path, '', MOST_READ))
  const found = total > records.length ? await search(queryClient, target, texts) : []
  const all = new Map([...records, ...found].map((record) => [record.id, record]))
  const titles = new Map<string, RecordId | null>()
  for (const record of all.values()) {
    const title = folded(recordTitle(record, target.title_attribute))
    titles.set(title, titles.has(title) ? null : record.id)
  }
  const ids = [...all.keys()].map((id): [string, RecordId] => [folded(String(id)), id])
  return new Map<string, RecordId | null>([...ids, ...titles])
}

/** The records that the searches for some titles find. A list that cannot be searched finds none. */
async function search(queryClient: QueryClient, { list_path }: RelationTarget, texts: readonly string[]) {
  const found: DataRecord[] = []
  for (const text of texts) {
    const query = new URLSearchParams({ q: text, _start: '0', _end: String(MOST_FOUND) })
    const page = await queryClient.fetchQuery(pageOptions(list_path, query.toString())).catch(() => undefined)
    found.push(...(page?.records ?? []))
  }
  return found
}
