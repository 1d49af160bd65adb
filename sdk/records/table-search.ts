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
import { is_postgres, like_pattern, or_like, type Table, where_filters } from './table-query.ts'

type Query = Knex.QueryBuilder

interface Searched extends Table {
  readonly fields: readonly string[]
  /** Alternative ways to match: all filters of one of them hold. */
  readonly alternatives: readonly (readonly ListFilter[])[]
  /** The result of the index for the records that contain the words. */
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
    // The order matters: comparisons are slow, and later conditions are not evaluated if earlier ones decide.
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
  is_postgres(db) ? [wherePlainInPostgres, whereSpecialInPostgres] : [wherePlainInSqlite, whereSpecialInSqlite]

interface Place {
  readonly field: string
  readonly word: SearchedWord
  readonly db: Knex
}

/** The byte collation is the fastest, and handles the case of ASCII. */
function wherePlainInPostgres(query: Query, { field, word }: Place): void {
  query.whereRaw('1 = 0')
  for (const text of plainTexts(word)) query.orWhereRaw(`lower(?? collate "C") like ?`, [field, like_pattern(text)])
}

function whereSpecialInPostgres(query: Query, { field, word, db }: Place): void {
  if (!word.ignores_hyphens) return void query.whereRaw('1 = 0')
  const pattern = spellings_pattern(word)
  query.whereRaw(
    `${SPECIAL} and (replace(:field:, '${HYPHEN}', '') ~ :pattern or
      (octet_length(:field:) <> length(:field:) and :field: ~ :marks and :joined ~ :pattern))`,
    { field, pattern, marks: `[${MARKS.join('')}]`, joined: db.raw(WITH_JOINED_MARKS, [field]) },
  )
  orStripped(query, { field, word })
}

/** Texts of plain letters without hyphens, most of them, are compared in the fastest way. */
function wherePlainInSqlite(query: Query, { field, word, db }: Place): void {
  query.whereRaw('1 = 0')
  for (const text of plainTexts(word)) or_like(query, { field, text, db })
}

/** The spellings that texts of ASCII without hyphens can have. */
const plainTexts = ({ spellings, ignores_hyphens }: SearchedWord) =>
  spellings.map((places) => places.map(plainest).join('')).filter((text) => !ignores_hyphens || ASCII.test(text))

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
  orStripped(query, { field, word })
}

/** Numbers with other separators. The first comparison, which is faster, leaves most texts out. */
function orStripped(query: Query, { field, word: { digits } }: Pick<Place, 'field' | 'word'>): void {
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
