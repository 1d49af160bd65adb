import { expect } from 'chai'
import { eachDatabase } from '../../helpers/databases.ts'

describe('an opened database', () => {
  eachDatabase(({ open, name, dialect }) => {
    it('answers', async () => {
      const database = await open()
      await database.ping()
      expect(database.dialect).to.equal(dialect)
      expect(database.driver).to.equal(name === 'postgres' ? 'pg' : name)
    })
  })
})
