import { type Caller, Type } from '@atrium/sdk'
import { type Access, as_caller, describe_table, withhold, withholder } from '@atrium/sdk/host'
import { expect } from 'chai'
import { note_record } from '../../../sdk/records/field-access.ts'
import { refuse_withheld, visible_sort } from '../../../sdk/records/withheld-fields.ts'

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

  it('leaves what the caller holds the permission for', () => {
    const two = Type.Object({ a: Type.Integer({ permission: 'a' }), b: Type.Integer({ permission: 'b' }) })
    expect(withhold(two, { a: 1, b: 2 }, holding('a'))).to.deep.equal({ a: 1 })
  })

  it('reads a schema that contains itself', () => {
    const part = Type.Object({ salary })
    Object.assign(part.properties, { part })
    expect(withhold(part, { salary: 1, part: { salary: 2 } }, nobody)).to.deep.equal({ part: {} })
  })

  it('takes a field for a field that is called toJSON', () => {
    expect(withhold(Person, { ...ada, toJSON: 'x' }, nobody)).to.deep.equal({ ...shown, toJSON: 'x' })
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

describe('What roles hide', () => {
  const status = Type.String()
  const Staff = Type.Object({ id: Type.Integer(), status, phone: Type.Optional(Type.String()) })
  const Team = Type.Object({ id: Type.Integer(), status: Type.String(), code: Type.Optional(Type.String()) })
  const other = Type.Object({ id: Type.Integer(), phone: Staff.properties.phone })
  describe_table('withhold_staff', Staff)
  describe_table('withhold_teams', Team)
  describe_table('withhold_others', other)
  const way = (where: string, ...hidden: string[]): Access => ({ where, hidden, read_only: [] })
  /** Sees the phone of those who are in, and the code of no team. */
  const clerk: Caller = {
    ...{ ...nobody, can: () => true },
    scope: (table) =>
      ({ withhold_staff: [way('status=in'), way('', 'phone')], withhold_teams: [way('', 'code')] })[table],
  }
  const [present, absent] = [
    { id: 1, status: 'in', phone: '1' },
    { id: 2, status: 'out', phone: '2' },
  ]
  const gone = { id: 2, status: 'out' }
  const kept = (record: object) => {
    note_record(record, { table: 'withhold_staff', schema: Staff })
    return record
  }

  it('is taken from the records of a store, each by what reaches it, whatever the answer says', () => {
    const answer = withholder(undefined, [Staff, Team])
    expect(answer([kept({ ...present }), kept({ ...absent })], clerk)).to.deep.equal([present, gone])
    expect(answer({ ...present }, clerk)).to.deep.equal({ id: 1, status: 'in' })
  })

  it('is taken from what a schema calls a record, and what it does not describe by name', () => {
    const answer = withholder(Type.Array(Staff), [Staff, Team])
    expect(answer([{ ...present }, { ...absent }], clerk)).to.deep.equal([present, gone])
    expect(answer([{ ...present, code: 'x', name: 'n' }], clerk)).to.deep.equal([{ ...present, name: 'n' }])
  })

  it('is taken from fields that a schema has from the record of a table, and leaves others of this name', () => {
    const part = withholder(Type.Object({ status, phone: Staff.properties.phone }), [Staff, Team, other])
    expect(part({ status: 'in', phone: '1' }, clerk)).to.deep.equal({ status: 'in', phone: '1' })
    expect(part({ status: 'out', phone: '1' }, clerk)).to.deep.equal({ status: 'out' })
    expect(part({ phone: '1' }, clerk)).to.deep.equal({})
    const free = withholder(Type.Object({ status, code: Type.String(), label: Type.String() }), [Staff, Team, other])
    expect(free({ status: 'in', code: 'x', label: 'l' }, clerk)).to.deep.equal({ status: 'in', label: 'l' })
  })

  const store = { schema: Staff, table: { name: 'withhold_staff' } }
  const sorted = (caller: Caller, ...fields: string[]) =>
    as_caller(caller, () =>
      visible_sort(
        store,
        fields.map((field) => ({ field, order: 'desc' })),
      ),
    ).map(({ field }) => field)

  it('is left out of an order', () => {
    expect(sorted(clerk, 'status', 'phone')).to.deep.equal(['status'])
    expect(sorted(clerk, 'phone')).to.deep.equal(['id'])
    expect(sorted(holding(), 'phone')).to.deep.equal(['phone'])
  })

  it('is measured by the values that a new record would have, defaults included', () => {
    const Draft = Type.Object({
      id: Type.Integer({ readOnly: true }),
      state: Type.String({ default: 'new' }),
      fee: Type.Integer(),
    })
    describe_table('withhold_drafts', Draft)
    const limited: Caller = {
      ...clerk,
      scope: () => [way('state=new'), { ...way('', 'fee'), read_only: ['id'] }],
    }
    const create = (values: object) => () =>
      refuse_withheld(
        { schema: Draft, table: { name: 'withhold_drafts' } },
        { values, current: undefined, caller: limited },
      )
    expect(create({ fee: 1 })).to.not.throw()
    expect(create({ fee: 1, state: 'old' })).to.throw('hide the field [fee]')
    expect(create({ id: 7, state: 'old' })).to.not.throw()
  })

  it('does not keep anybody from creating a record whose hidden or read-only fields have their defaults', () => {
    const Note = Type.Object({
      id: Type.Integer({ readOnly: true }),
      tags: Type.Array(Type.String(), { default: [] }),
      kind: Type.String({ default: 'plain' }),
    })
    describe_table('withhold_notes', Note)
    const limited: Caller = { ...clerk, scope: () => [{ ...way('', 'tags'), read_only: ['kind'] }] }
    const write = (values: object, current?: object) => () =>
      refuse_withheld({ schema: Note, table: { name: 'withhold_notes' } }, { values, current, caller: limited })
    expect(write({ tags: [], kind: 'plain' })).to.not.throw()
    expect(write({ tags: ['x'], kind: 'plain' })).to.throw('hide the field [tags]')
    expect(write({ tags: [], kind: 'bold' })).to.throw('make read-only the field [kind]')
    expect(write({ tags: [] }, { id: 1, tags: ['x'], kind: 'plain' })).to.throw('hide the field [tags]')
  })
})
