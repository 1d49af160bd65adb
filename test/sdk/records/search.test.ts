import { array_store, type ListQuery, type Static, table_store, Type, type WritableStore } from '@atrium/sdk'
import { expect } from 'chai'
import type { Database } from '../../../host/base/db/index.ts'
import { eachDriver } from '../../helpers/databases.ts'

const Person = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  phone: Type.Optional(Type.String()),
})
type Person = Static<typeof Person>

const RULES = { search: ['name', 'phone'] } as const

const EXAMPLES: readonly [name: string, found: string, not?: string][] = [
  ['Zoë Müller', 'muller mueller Müller MÜLLER müller zoe', 'mullers'],
  ['Max Mueller', 'mueller Müller', 'muller'],
  ['Erik Muller', 'muller Müller', 'mueller'],
  ['Hauptstraße 12', 'strasse straße STRASSE', 'strase'],
  ['Anna-Maria Weiß', 'anna-maria annamaria maria weiss ANNA-', 'anna--x'],
  ['Anna Maria Łukasz', 'anna-maria lukasz łukasz', 'annamaria'],
  ['Søren Nguyễn', 'soren søren soeren nguyen nguyễn', 'sören-x'],
  ['+1 (555) 010-3', '555-0103 5550103 555.0103 15550103', '5550104'],
  ['+15550103', '555-0103 (555)0103 5550103', '555-1030'],
  ['ИВАН Ωμέγα 😀', 'иван ИВАН 😀', 'ивам'],
  ["100% o'Neil_[x]*?^", "100% % _ [x] * ? ^ o'neil ]*?^", '%% __ [y]'],
]

/** A small alphabet with everything special in it, so that random words are found in random texts. */
const ALPHABET = [...'aaeeoouussmlnñÄäöÖüÜßẞæœøØłéŁî--..(+ 0155 %_*?[]^\\\'"😀иИ']

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

describe('A search', () => {
  const random = Array.from({ length: 150 }, () => ({ name: randomText(12), phone: randomText(8) }))
  const people = [...EXAMPLES.map(([name]) => ({ name })), ...random].map((each, at) => ({ ...each, id: at + 1 }))
  const asked = (search: string): ListQuery => ({ filters: [], search, sort: [], offset: 0, limit: 500 })
  const found = async (store: Pick<WritableStore<Person>, 'list'>, search: string) =>
    (await store.list(asked(search))).rows.map(({ id }) => id).sort((a, b) => a - b)
  const inMemory = array_store<typeof Person>(people, Person, RULES)

  it('finds a word in any case, with any accents, umlauts, hyphens and separators of numbers', async () => {
    for (const [at, [name, words, others = '']] of EXAMPLES.entries()) {
      for (const word of words.split(' ')) expect(await found(inMemory, word), `${word} in ${name}`).to.include(at + 1)
      for (const word of others.split(' ').filter(Boolean))
        expect(await found(inMemory, word), `${word} in ${name}`).not.to.include(at + 1)
    }
  })

  it('compares long words by their beginning, without spelling the rest', async () => {
    const [known, most] = ['maximilian', 150]
    const store = array_store<typeof Person>([{ id: 1, name: known.repeat(most / 10) }], Person, RULES)
    expect(await found(store, known.repeat(100_000))).to.deep.equal([1])
    expect(await found(store, `${'-'.repeat(1_000_000)}${known}`)).to.deep.equal([1])
    expect(await found(store, `x${known.repeat(100_000)}`)).to.deep.equal([])
  })

  eachDriver((target) => {
    let database: Database
    before(async () => {
      database = await target.open()
      await database.knex.schema.createTable('people', (table) => {
        table.increments('id')
        table.text('name').notNullable()
        table.text('phone')
        table.integer('version').notNullable()
      })
      const rows = people.map((each) => ({ phone: null, ...each, version: 1 }))
      for (let at = 0; at < rows.length; at += 100) await database.knex('people').insert(rows.slice(at, at + 100))
    })

    it('finds the same records in a table as in memory', async () => {
      const table = table_store(database.context, 'people', Person, RULES)
      const words = EXAMPLES.flatMap(([, ...given]) => given.join(' ').split(' '))
      const texts = [...words, ...Array.from({ length: 80 }, () => randomText(4))].filter((text) => text.trim())
      let hits = 0
      for (const text of texts) {
        const expected = await found(inMemory, text)
        expect(await found(table, text), JSON.stringify(text)).to.deep.equal(expected)
        hits += expected.length
      }
      expect(hits).to.be.greaterThan(500)
    })

    it('takes words of any length', async () => {
      const table = table_store(database.context, 'people', Person, RULES)
      for (const part of ['ae', 'ö-', 'a', '1', '(1', '%', '😀'])
        expect(await found(table, part.repeat(60_000)), part).to.deep.equal([])
    })
  })
})
