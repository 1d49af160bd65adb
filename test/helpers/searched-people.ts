import { array_store, type ListQuery, type Static, Type, type WritableStore } from '@atrium/sdk'
import type { Knex } from 'knex'

/** A record with texts of all kinds. */
export const Person = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  phone: Type.Optional(Type.String()),
})
export type Person = Static<typeof Person>

/** What stores of people are searched by. */
export const RULES = { search: ['name', 'phone'] } as const

/** Names, words that find them, and words that do not. */
export const EXAMPLES: readonly [name: string, found: string, not?: string][] = [
  ['Zoë Müller', 'muller mueller Müller MÜLLER müller zoe', 'mullers'],
  ['Max Mueller', 'mueller Müller', 'muller'],
  ['Erik Muller', 'muller Müller', 'mueller'],
  ['Hauptstraße 12', 'strasse straße STRASSE', 'strase'],
  ['Anna-Maria Weiß', 'anna-maria annamaria maria weiss ANNA-', 'anna--x'],
  ['Anna Maria Łukasz', 'anna-maria lukasz łukasz', 'annamaria'],
  ['Søren Nguyễn', 'soren søren soeren nguyen nguyễn', 'sören-x'],
  ['+1 (555) 010-3', '555-0103 5550103 555.0103 15550103', '5550104'],
  ['+15550103', '555-0103 (555)0103 5550103 (555) (0)1 010/', '555-1030 (556)'],
  ['Ju\u0308rgen A\u030angstro\u0308m', 'jurgen juergen Jürgen angstrom aangstroem Ångström', 'jürgn'],
  ['Nguye\u0302\u0303n Joa\u0303o', 'nguyen nguyễn nguye\u0302\u0303n joao João', 'joaao'],
  ['Андреи\u0306 Με\u0301γα', 'Андрей μέγα'],
  ['Андрей Мойсей', 'Андреи\u0306 андрей', 'андреи'],
  ['ИВАН Ωμέγα 😀', 'иван ИВАН 😀', 'ивам'],
  ["100% o'Neil_[x]*?^", "100% % _ [x] * ? ^ o'neil ]*?^", '%% __ [y]'],
]

/** Searches of several words, and whom they find of the examples. */
export const PHRASES: readonly [search: string, found: readonly string[]][] = [
  ['(555) 010-3', ['+1 (555) 010-3', '+15550103']],
  ['1 / 555 - 0103', ['+1 (555) 010-3', '+15550103']],
  ['(0103) (555)', ['+1 (555) 010-3', '+15550103']],
  ['(556) 0103', []],
  ['muller - zoe', []],
  ['12 - ', []],
]

/** A small alphabet with everything special in it, so that random words are found in random texts. */
const ALPHABET = [...'aaeeoouussmlnu\u0308\u0301\u030añÄäöÖüÜßẞæœøØłéŁî--..(+ 0155 %_*?[]^\\\'"😀иИ']

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const below = numbers(7)
const randomText = (most: number) =>
  Array.from({ length: 1 + below(most) }, () => ALPHABET[below(ALPHABET.length)]).join('')

const random = Array.from({ length: 150 }, () => ({ name: randomText(12), phone: randomText(8) }))

/** The examples, and texts of random characters. */
export const PEOPLE: readonly Person[] = [...EXAMPLES.map(([name]) => ({ name })), ...random].map((each, at) => ({
  ...each,
  id: at + 1,
}))

const WORDS = EXAMPLES.flatMap(([, ...given]) => given.join(' ').split(' '))

/** The words of the examples, and random ones. */
export const SEARCHES = [
  ...WORDS,
  ...PHRASES.map(([search]) => search),
  ...Array.from({ length: 80 }, () => randomText(4)),
].filter((text) => text.trim())

/** Finds people in memory, with which every table is compared. */
export const inMemoryOf = (people: readonly Person[]) => array_store<typeof Person>(people, Person, RULES)

/** Finds all people. */
export const inMemory = inMemoryOf(PEOPLE)

/** The ids that a search finds, sorted. */
export async function idsFound(store: Pick<WritableStore<Person>, 'list'>, search: string): Promise<number[]> {
  const query: ListQuery = { filters: [], search, sort: [], offset: 0, limit: 500 }
  return (await store.list(query)).rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Creates the table `name` with these people, numbered from 1. */
export async function createPeople(knex: Knex, name = 'people', people = PEOPLE): Promise<void> {
  await knex.schema.createTable(name, (table) => {
    table.increments('id')
    table.text('name').notNullable()
    table.text('phone')
    table.integer('version').notNullable()
  })
  const rows = people.map((each) => ({ name: each.name, phone: each.phone ?? null, version: 1 }))
  for (let at = 0; at < rows.length; at += 100) await knex(name).insert(rows.slice(at, at + 100))
}
