import { table_store } from '@atrium/sdk'
import { expect } from 'chai'
import { type Database, migrate } from '../../../../host/base/db/index.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { SearchIndexes } from '../../../../host/core/search/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { createPeople, idsFound, inMemory, PEOPLE, Person, RULES, SEARCHES } from '../../../helpers/searched-people.ts'

describe('The index of a search', () => {
  eachDriver((target) => {
    let database: Database
    let indexes: SearchIndexes
    const statements: string[] = []
    before(async () => {
      database = await target.open()
      await createPeople(database.knex, 'clients_people')
      indexes = new SearchIndexes({ database, log: silentLogger, fewestRows: 1 })
      for (const knex of [database.knex, database.reader])
        knex.on('query', ({ sql }: { sql: string }) => statements.push(sql))
    })
    after(() => indexes.close())

    const store = () => table_store(database.context, 'clients_people', Person, RULES)
    const indexed = async (of = store()) => {
      indexes.follow('clients', [of as never])
      await indexes.review()
      return of
    }
    const usesIndex = async (of: ReturnType<typeof store>) => {
      statements.length = 0
      await idsFound(of, 'maximilian')
      const candidates =
        target.dialect === 'sqlite' ? /in \(select rowid from "platform_search_/ : /translate\(.* like /
      return statements.some((sql) => candidates.test(sql))
    }

    it('finds the same records as without it', async () => {
      const table = await indexed()
      expect(await usesIndex(table)).to.equal(true)
      for (const text of [...SEARCHES, 'zoe muller', '% hauptstrasse', 'nguyễn søren'])
        expect(await idsFound(table, text), JSON.stringify(text)).to.deep.equal(await idsFound(inMemory, text))
    })
  })
})
