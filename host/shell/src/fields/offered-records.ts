import type { DataRecord } from '../api/paths.ts'
import { recordTitle } from '../values/record-title.ts'

/** The number of records that a field offers at once. */
const SHOWN = 20

/** How many found records those are chosen from, because a list answers in its own order, and not by how well records match. */
const MOST_RANKED = 50

/** The query for the records to offer. Without a text they are the first of the list. */
export function offeredQuery(text: string): string {
  if (text === '') return `_start=0&_end=${SHOWN}`
  return new URLSearchParams({ _start: '0', _end: String(MOST_RANKED), q: text }).toString()
}

/** The records to offer for a text: first those whose title begins with it, then those with a word that does. */
export function offeredRecords(
  found: readonly DataRecord[] = [],
  { text, title }: { text: string; title: string },
): readonly DataRecord[] {
  return (text === '' ? found : byRank(found, { text, title })).slice(0, SHOWN)
}

/** The chosen records and the offered ones, each once: a field needs the titles of both. */
export function chosenAndOffered(
  chosen: readonly DataRecord[] = [],
  offered: readonly DataRecord[],
): readonly DataRecord[] {
  return [...new Map([...chosen, ...offered].map((record) => [record.id, record])).values()]
}

function byRank(found: readonly DataRecord[], { text, title }: { text: string; title: string }): DataRecord[] {
  const words = fold(text).split(/\s+/)
  const ranked = found.map((record) => {
    const own = recordTitle(record, title)
    return { record, own, rank: rankOf(fold(own), words) }
  })
  ranked.sort((one, other) => one.rank - other.rank || one.own.localeCompare(other.own, undefined, { numeric: true }))
  return ranked.map(({ record }) => record)
}

function rankOf(title: string, words: readonly string[]): number {
  if (title.startsWith(words.join(' '))) return 0
  const own = title.split(/[^\p{L}\p{N}]+/u)
  return words.every((word) => own.some((each) => each.startsWith(word))) ? 1 : 2
}

/** Without case and accents. */
const fold = (text: string) => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
