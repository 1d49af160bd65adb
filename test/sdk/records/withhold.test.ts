import { type Caller, Type } from '@atrium/sdk'
import { withhold, withholder } from '@atrium/sdk/host'
import { expect } from 'chai'

const holding = (...permissions: string[]): Caller => ({
  id: 'ada',
  kind: 'person',
  name: 'Ada',
  can: (permission) => permissions.includes(permission),
  scope: () => undefined,
})
const nobody = holding()
const salary = Type.Integer({ permission: 'staff.people.pay' })
const Person = Type.Object({ id: Type.Integer(), name: Type.String(), salary, notes: Type.Optional(Type.Unknown()) })
const ada = { id: 1, name: 'Ada', salary: 100 }
const shown = { id: 1, name: 'Ada' }

describe('withhold', () => {
  it('removes the fields that the caller has no permission for, and leaves the value it was given alone', () => {
    const given = { ...ada }
    expect(withhold(Person, given, nobody)).to.deep.equal(shown)
    expect(given).to.deep.equal(ada)
  })

  it('returns the value itself where the caller may see all of it', () => {
    expect(withhold(Person, ada, holding('staff.people.pay'))).to.equal(ada)
    expect(withhold(Type.Object({ id: Type.Integer() }), ada, nobody)).to.equal(ada)
  })

  it('returns the value itself where a field that is marked is not there', () => {
    const rows = [shown, { id: 2, name: 'Bob' }]
    expect(withhold(Type.Array(Person), rows, nobody)).to.equal(rows)
  })

  it('looks into lists, tuples, dictionaries and members', () => {
    expect(withhold(Type.Array(Person), [ada, ada], nobody)).to.deep.equal([shown, shown])
    expect(withhold(Type.Tuple([Type.String(), Person]), ['x', ada], nobody)).to.deep.equal(['x', shown])
    expect(withhold(Type.Record(Type.String(), Person), { a: ada }, nobody)).to.deep.equal({ a: shown })
    const open = Type.Object({}, { additionalProperties: Person })
    expect(withhold(open, { a: ada }, nobody)).to.deep.equal({ a: shown })
    expect(withhold(Type.Object({ row: Person }), { row: ada }, nobody)).to.deep.equal({ row: shown })
  })

  it('withholds what any part of a combined schema marks', () => {
    const open = Type.Object({ id: Type.Integer(), salary: Type.Integer() })
    expect(withhold(Type.Union([Type.Null(), Person]), ada, nobody)).to.deep.equal(shown)
    expect(withhold(Type.Union([open, Person]), ada, nobody)).to.deep.equal(shown)
    expect(withhold(Type.Intersect([open, Person]), ada, nobody)).to.deep.equal(shown)
    const nullable = Type.Object({ salary: Type.Union([salary, Type.Null()]) })
    expect(withhold(nullable, { salary: 5 }, nobody)).to.deep.equal({})
  })

  it('follows references, those of a schema to itself too', () => {
    const Tree = Type.Cyclic({ Node: Type.Object({ salary, parts: Type.Array(Type.Ref('Node')) }) }, 'Node')
    const tree = { salary: 1, parts: [{ salary: 2, parts: [{ salary: 3, parts: [] }] }] }
    expect(withhold(Tree, tree, nobody)).to.deep.equal({ parts: [{ parts: [{ parts: [] }] }] })
    const pointed = Type.Unsafe({ $defs: { P: Person }, $ref: '#/$defs/P' })
    expect(withhold(pointed, ada, nobody)).to.deep.equal(shown)
  })

  it('takes every permission that a field is marked with', () => {
    const both = Type.Intersect([Person, Type.Object({ salary: Type.Integer({ permission: 'b' }) })])
    expect(withhold(both, ada, holding('staff.people.pay'))).to.deep.equal(shown)
    expect(withhold(both, ada, holding('staff.people.pay', 'b'))).to.equal(ada)
  })

  it('sees what toJSON writes, and leaves dates and bytes alone', () => {
    const made = { toJSON: () => ada }
    expect(withhold(Person, made, nobody)).to.deep.equal(shown)
    const [at, bytes] = [new Date(0), Buffer.from('ab')]
    const value = withhold(Person, { ...ada, notes: [at, bytes] }, nobody) as unknown as { notes: unknown[] }
    expect(value.notes).to.deep.equal([at, bytes])
    expect(value.notes[0]).to.equal(at)
  })
})

describe('withholder', () => {
  it('withholds by name where there is no response schema, however the record is wrapped', () => {
    const untyped = withholder(undefined, [Person])
    expect(untyped({ ...ada }, nobody)).to.deep.equal(shown)
    expect(untyped({ row: ada, rows: [ada] }, nobody)).to.deep.equal({ row: shown, rows: [shown] })
    expect(untyped({ row: ada }, holding('staff.people.pay'))).to.deep.equal({ row: ada })
  })

  it('withholds by name in what a response schema does not describe', () => {
    const answer = withholder(Type.Object({ id: Type.Integer(), row: Type.Unknown() }), [Person])
    expect(answer({ ...ada, row: ada }, nobody)).to.deep.equal({ ...shown, row: shown })
  })

  it('withholds by name in a dictionary, whose schema says nothing about names', () => {
    const answer = withholder(Type.Record(Type.String(), Type.Unknown()), [Person])
    expect(answer({ ...ada, row: ada }, nobody)).to.deep.equal({ ...shown, row: shown })
    const open = withholder(Type.Object({}, { additionalProperties: Type.Unknown() }), [Person])
    expect(open({ ...ada }, nobody)).to.deep.equal(shown)
  })

  it('lets a response schema describe a field of that name which is for everybody', () => {
    const answer = withholder(Type.Object({ salary: Type.String() }), [Person])
    expect(answer({ salary: 'negotiable' }, nobody)).to.deep.equal({ salary: 'negotiable' })
  })

  it('knows the names of fields inside of fields', () => {
    const Team = Type.Object({ people: Type.Array(Person) })
    expect(withholder(undefined, [Team])(ada, nobody)).to.deep.equal(shown)
  })
})
