import createKnex from 'knex'
import { expect } from 'chai'
import { CompiledLists } from '../../../sdk/records/compiled-lists.ts'

describe('The kept SQL of lists', () => {
  const db = createKnex({ client: 'pg' })
  const statement = (lists: CompiledLists, value: unknown) =>
    lists
      .statement(
        db,
        { ways: [[]], filters: [{ field: 'name', comparison: 'eq', values: [value as string] }], sort: [] },
        { build: () => db('things').where('name', value as string) },
      )
      .toSQL()

  it('is not used for values of which Knex makes other SQL, whatever came before', () => {
    const lists = new CompiledLists()
    for (const value of ['one', 'two']) {
      const { sql, bindings } = statement(lists, value)
      expect(sql).to.equal('select * from "things" where "name" = ?')
      expect(bindings).to.deep.equal([value])
    }
    expect(statement(lists, null).sql).to.equal('select * from "things" where "name" is null')
    expect(() => statement(lists, undefined)).to.throw('Undefined binding')
  })
})
