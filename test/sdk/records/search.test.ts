import { array_store, table_store } from '@atrium/sdk'
import { expect } from 'chai'
import type { Database } from '../../../host/base/db/index.ts'
import { eachDriver } from '../../helpers/databases.ts'
import {
  createPeople,
  EXAMPLES,
  idsFound,
  inMemory,
  Person,
  PHRASES,
  RULES,
  SEARCHES,
} from '../../helpers/searched-people.ts'

describe('A search', () => {
  it('finds a word in any case, with any accents, umlauts, hyphens and separators of numbers', async () => {
    for (const [at, [name, words, others = '']] of EXAMPLES.entries()) {
      for (const word of words.split(' '))
        expect(await idsFound(inMemory, word), `${word} in ${name}`).to.include(at + 1)
      for (const word of others.split(' ').filter(Boolean))
        expect(await idsFound(inMemory, word), `${word} in ${name}`).not.to.include(at + 1)
    }
  })

  it('finds a number of several words in any format', async () => {
    const names = EXAMPLES.map(([name]) => name)
    for (const [search, found] of PHRASES) {
      const ids = await idsFound(inMemory, search)
      expect(
        ids.flatMap((id) => names[id - 1] ?? []),
        search,
      ).to.deep.equal(found)
    }
  })

  it('compares long words by their beginning, without spelling the rest', async () => {
    const [known, most] = ['maximilian', 150]
    const store = array_store<typeof Person>([{ id: 1, name: known.repeat(most / 10) }], Person, RULES)
    expect(await idsFound(store, known.repeat(100_000))).to.deep.equal([1])
    expect(await idsFound(store, `${'-'.repeat(1_000_000)}${known}`)).to.deep.equal([1])
    expect(await idsFound(store, `x${known.repeat(100_000)}`)).to.deep.equal([])
  })

  eachDriver((target) => {
    let database: Database
    before(async () => {
      database = await target.open()
      await createPeople(database.knex)
    })

    it('finds the same records in a table as in memory', async () => {
      const table = table_store(database.context, 'people', Person, RULES)
      let hits = 0
      for (const text of SEARCHES) {
        const expected = await idsFound(inMemory, text)
        expect(await idsFound(table, text), JSON.stringify(text)).to.deep.equal(expected)
        hits += expected.length
      }
      expect(hits).to.be.greaterThan(500)
    })

    it('takes words of any length', async () => {
      const table = table_store(database.context, 'people', Person, RULES)
      for (const part of ['ae', 'ö-', 'a', '1', '(1', '%', '😀'])
        expect(await idsFound(table, part.repeat(60_000)), part).to.deep.equal([])
    })
  })
})
