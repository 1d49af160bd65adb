import { type Caller, Type } from '@atrium/sdk'
import {
  type Access,
  describe_table,
  field_access,
  meets_condition,
  parse_condition,
  reaches_record,
  records_in,
  tables_of_store,
} from '@atrium/sdk/host'
import { expect } from 'chai'
import { hidden_fields_of, is_whole, locked_fields_of, note_record } from '../../../sdk/records/field-access.ts'
import { condition_filters, on_broken_condition } from '../../../sdk/records/scope.ts'

const Client = Type.Object({
  id: Type.Integer(),
  status: Type.String(),
  phone: Type.Optional(Type.String()),
  q: Type.Optional(Type.String()),
})
const TABLE = 'fields_clients'
describe_table(TABLE, Client)

const way = (where: string, limits: Partial<Access> = {}): Access => ({ where, hidden: [], read_only: [], ...limits })
const caller = (...ways: Access[]): Caller => ({
  ...{ id: '1', kind: 'person', name: 'Ada', can: () => true },
  scope: (table) => (table === TABLE ? ways : undefined),
})
const open = { id: 1, status: 'open', phone: '1' }
const known = (record: object) => ({ table: TABLE, schema: Client, record })

describe('A record', () => {
  it('meets a condition that its fields meet, and the empty one, but none that cannot be applied', () => {
    const met = ['status=open', '', 'status=open&id=1'].map((where) => meets_condition(where, known(open)))
    expect(met).to.deep.equal([true, true, true])
    const missed = ['status=closed', 'status=open&id=2', 'gone=1'].map((where) => meets_condition(where, known(open)))
    expect(missed).to.deep.equal([false, false, false])
    expect(meets_condition('phone_null=true', known({ id: 1, status: 'open' }))).to.equal(true)
  })

  it('is reached if one way leads to it, or if nothing is limited', () => {
    expect(reaches_record(caller(way('status=closed'), way('status=open')), known(open))).to.equal(true)
    expect(reaches_record(caller(way('status=closed')), known(open))).to.equal(false)
    expect(reaches_record(caller(), known(open))).to.equal(false)
    expect(reaches_record(caller(), { ...known(open), table: 'fields_notes' })).to.equal(true)
  })

  it('is found in a value, at any depth, if a store has returned it', () => {
    const record = { ...open }
    note_record(record, { table: TABLE, schema: Client })
    for (const [value, place] of [
      [record, []],
      [{ record, name: 'x', none: null }, ['record']],
      [[null, 'x', record], ['2']],
      [{ page: { rows: [{ row: record }] } }, ['page', 'rows', '0', 'row']],
    ] as const)
      expect(records_in(value)).to.deep.equal([{ ...known(open), place }])
    for (const value of [undefined, null, 'text', 7, { ...open }]) expect(records_in(value)).to.deep.equal([])
    const round: Record<string, unknown> = { record }
    round.round = round
    expect(records_in(round)).to.have.lengthOf(1)
  })
})

describe('A field', () => {
  const on = (...ways: Access[]) => {
    const access = field_access(caller(...ways), TABLE, Client)
    if (access === undefined) throw new Error('No field is limited.')
    return access
  }
  const hiding = way('status=open', { hidden: ['phone'] })
  const fixing = way('status=closed', { read_only: ['phone'] })

  it('is hidden on the records that only hiding ways reach', () => {
    const access = on(hiding, fixing)
    const hidden = (record: object, whole = true) => [...hidden_fields_of({ record, whole }, access)]
    expect(hidden(open)).to.deep.equal(['phone'])
    expect(hidden({ ...open, status: 'closed' })).to.deep.equal([])
    expect(hidden({ ...open, status: 'lost' })).to.deep.equal(['phone'])
    expect([...locked_fields_of({ record: { ...open, status: 'closed' }, whole: true }, access)]).to.deep.equal([
      'phone',
    ])
  })

  it('is hidden on a part of a record that does not show which way reaches it', () => {
    const [hidden, shown] = [way('status=open', { hidden: ['phone'] }), way('phone_null=true&status=open')]
    const part = (record: object, whole: boolean) => [...hidden_fields_of({ record, whole }, on(hidden, shown))]
    expect(part({ id: 1, status: 'open' }, true)).to.deep.equal([])
    expect(part({ id: 1, status: 'open' }, false)).to.deep.equal(['phone'])
    expect(part({ id: 1 }, false)).to.deep.equal(['phone'])
  })

  it('is free if a way to all records limits it in no way', () => {
    expect(field_access(caller(hiding, way('')), TABLE, Client)).to.equal(undefined)
    expect(field_access(caller(way('status=open')), TABLE, Client)).to.equal(undefined)
    expect([...on(hiding, way('', { read_only: ['phone'] })).hidden_somewhere]).to.deep.equal([])
  })
})

describe('The tables of a store', () => {
  const Note = Type.Object({ id: Type.Integer(), text: Type.String() })
  describe_table('fields_notes', Note)
  const names = (store: Parameters<typeof tables_of_store>[0]) => tables_of_store(store).map(({ table }) => table)

  it('are the one with all its fields, or those that some of its fields come from, each once', () => {
    expect(names({ schema: Client })).to.deep.equal([TABLE])
    const { phone, status } = Client.properties
    expect(names({ schema: Type.Object({ phone, status, ...Note.properties }) })).to.deep.equal([TABLE, 'fields_notes'])
    expect(names({ schema: Type.Object({ other: Type.String() }) })).to.deep.equal([])
  })

  it('are its own if it has one', () => {
    const { phone } = Client.properties
    expect(names({ schema: Type.Object({ phone }), table: { name: TABLE } })).to.deep.equal([TABLE])
    expect(names({ schema: Note, table: { name: 'fields_other' } })).to.deep.equal(['fields_other'])
  })

  it('are whole if no field is missing', () => {
    const access = { ...field_access(caller(way('', { hidden: ['phone'] })), TABLE, Client) } as Parameters<
      typeof is_whole
    >[1]
    expect(is_whole({ schema: Client }, access)).to.equal(true)
    expect(is_whole({ schema: Note }, access)).to.equal(false)
    const both = Type.Object(Client.properties)
    describe_table('fields_copies', both)
    expect(is_whole({ schema: Client }, access)).to.equal(true)
  })
})

describe('A condition that cannot be applied', () => {
  it('lets nothing through and is reported each time, until nobody listens any more', () => {
    const heard: string[] = []
    const forget = on_broken_condition(({ table, where, error }) => heard.push(`${table} ${where} ${error.code}`))
    const ask = () => condition_filters('gone=1', { table: TABLE, schema: Client })
    expect([ask(), ask()]).to.deep.equal([undefined, undefined])
    forget()
    ask()
    expect(heard).to.deep.equal(Array(2).fill(`${TABLE} gone=1 query_unknown`))
  })

  it('is one that sorts or pages, unless that is the name of a field', () => {
    for (const where of ['_sort=id', '_limit=3'])
      expect(() => parse_condition(where, Client)).to.throw('cannot contain')
    expect(parse_condition('q=a', Client)).to.have.length(1)
    expect(() => parse_condition('q=a', Type.Object({ id: Type.Integer() }))).to.throw('cannot contain [q]')
  })
})
