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

  it('is kept for the latest two thousand shapes, so that a list of others does not stay slow because of what came before', () => {
    const lists = new CompiledLists()
    let built = 0
    const ask = (shape: number) => {
      const value = { field: 'name', comparison: 'eq', values: ['one'] } as const
      const filters = [{ ...value, field: `field_${shape}` }]
      const build = () => {
        built += 1
        return db('things').where(`field_${shape}`, 'one')
      }
      return lists.statement(db, { ways: [[]], filters, sort: [] }, { build }).toSQL().sql
    }
    for (let shape = 0; shape < 2_100; shape += 1) ask(shape)
    for (let shape = 100; shape < 2_100; shape += 1)
      expect(ask(shape)).to.equal(`select * from "things" where "field_${shape}" = ?`)
    expect(built).to.equal(2_100)
    ask(0)
    ask(0)
    expect(built).to.equal(2_101)
  })
})
