import type { Knex } from 'knex'
import type { ListFilter } from '../lists/list-query.ts'
import {
  HYPHEN,
  JOINED,
  MARKS,
  SEPARATORS,
  type SearchedWord,
  spellings_of,
  spellings_pattern,
} from '../lists/search-spellings.ts'
import { search_words } from '../lists/search-words.ts'
import type { SearchCondition } from './search-index.ts'
import { is_postgres, or_like, type Table, where_filters } from './table-query.ts'

type Query = Knex.QueryBuilder

interface Searched extends Table {
  readonly fields: readonly string[]
  /** Further ways to be found: all filters of one of them hold. */
  readonly alternatives: readonly (readonly ListFilter[])[]
  /** What an index says about the records that contain the words. */
  readonly candidates?: SearchCondition | undefined
}

/** Adds the search: every word must occur in one of the fields, in any spelling, or an alternative must hold. */
export function where_search(query: Query, search: string, { alternatives, ...table }: Searched): void {
  if (alternatives.length === 0) return where_words(query, search, table)
  query.where((any) => {
    any.where((words) => where_words(words, search, table))
    for (const filters of alternatives) any.orWhere((all) => where_filters(all, filters, table))
  })
}

function where_words(query: Query, search: string, { candidates, ...table }: Omit<Searched, 'alternatives'>): void {
  if (candidates?.compares === 'unknown') {
    // The order counts: comparing is slow, and what is not asked for is not evaluated.
    const compared = table.db.select(table.db.raw('1')).where((words) => compare_words(words, search, table))
    return void query.whereRaw(`coalesce(${candidates.sql}, exists ?)`, [...candidates.bindings, compared])
  }
  if (candidates) query.whereRaw(candidates.sql, [...candidates.bindings])
  if (candidates?.compares === 'none') return
  compare_words(query, search, table)
}

function compare_words(query: Query, search: string, { fields, db }: Pick<Searched, 'fields' | 'db'>): void {
  for (const word of search_words(search)) {
    if (fields.length === 0) query.whereRaw('1 = 0')
    const searched = spellings_of(word)
    query.where((any) => {
      for (const compare of comparisons(db))
        for (const field of fields) any.orWhere((found) => compare(found, { field, word: searched, db }))
    })
  }
}

type Comparison = (query: Query, place: Place) => void

/** Each is made with all fields before the next: the first is the fastest, and enough for most records. */
const comparisons = (db: Knex): readonly Comparison[] =>
  is_postgres(db) ? [whereInPostgres] : [wherePlainInSqlite, whereSpecialInSqlite]

interface Place {
  readonly field: string
  readonly word: SearchedWord
  readonly db: Knex
}

function whereInPostgres(query: Query, { field, word, db }: Place): void {
  const text = word.ignores_hyphens ? db.raw(`replace(??, '${HYPHEN}', '')`, [field]) : db.raw('??', [field])
  query.where((any) => {
    const pattern = spellings_pattern(word)
    any.whereRaw('? ~ ?', [text, pattern])
    if (word.ignores_hyphens)
      any.orWhereRaw(`(octet_length(??) <> length(??) and ?? ~ ? and ${WITH_JOINED_MARKS} ~ ?)`, [
        field,
        field,
        field,
        `[${MARKS.join('')}]`,
        field,
        pattern,
      ])
    if (word.digits !== undefined) any.orWhereRaw(`${STRIPPED} like ?`, [field, `%${word.digits}%`])
  })
}

/** Texts of plain letters without hyphens, most of them, are compared in the fastest way. */
function wherePlainInSqlite(query: Query, { field, word, db }: Place): void {
  query.whereRaw('1 = 0')
  for (const places of word.spellings) {
    const text = places.map(plainest).join('')
    if (!word.ignores_hyphens || ASCII.test(text)) or_like(query, { field, text, db })
  }
}

function whereSpecialInSqlite(query: Query, { field, word, db }: Place): void {
  if (!word.ignores_hyphens) return void query.whereRaw('1 = 0')
  query.orWhere((special) => {
    special.whereRaw(SPECIAL, { field })
    special.where((any) => {
      for (const places of word.spellings)
        any.orWhereRaw(`replace(??, '${HYPHEN}', '') glob ?`, [field, glob_pattern(places)])
      any.orWhere((marked) => {
        marked.whereRaw('?? glob ?', [field, `*[${MARKS.join('')}]*`])
        const joined = db.select(db.raw(`${WITH_JOINED_MARKS} as text`, [field])).as('joined')
        marked.whereExists((texts) => {
          texts.select(db.raw('1')).from(joined)
          texts.where((each) => {
            for (const places of word.spellings) each.orWhereRaw('joined.text glob ?', [glob_pattern(places)])
          })
        })
      })
    })
  })
  // The first comparison, which is faster, leaves most texts out.
  const { digits } = word
  if (digits === undefined) return
  const apart = `%${[...digits].join('%')}%`
  query.orWhereRaw(`(?? like ? and ${STRIPPED} like ?)`, [field, apart, field, `%${digits}%`])
}

const ASCII = /^[\x20-\x7e]*$/
const plainest = (place: string) => String.fromCodePoint(place.codePointAt(0) ?? 0)

/** Texts that may contain a word in another spelling: with letters beyond ASCII or hyphens. */
const SPECIAL = `(octet_length(:field:) <> length(:field:) or :field: like '%${HYPHEN}%')`

/** The text without the separators. */
const STRIPPED = SEPARATORS.reduce((text, separator) => `replace(${text}, '${separator}', '')`, '??')

/** The text without hyphens, with accents as parts of their letters. */
const WITH_JOINED_MARKS = [[HYPHEN, ''] as const, ...JOINED, ...MARKS.map((mark) => [mark, ''] as const)].reduce(
  (text, [from, to]) => `replace(${text}, '${from}', '${to}')`,
  '??',
)

/** A GLOB pattern that finds the places anywhere. */
const glob_pattern = (places: readonly string[]) =>
  `*${places.map((place) => (/^[^*?[]$/u.test(place) ? place : `[${place}]`)).join('')}*`
