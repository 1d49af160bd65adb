import { ApiError, type Caller, parse_list_query, scoped_rows, table_store, Type } from '@atrium/sdk'
import { as_caller, DeclarationError } from '@atrium/sdk/host'
import { expect } from 'chai'
import type { Knex } from 'knex'
import type { Database } from '../../../host/base/db/index.ts'
import { eachDriver } from '../../helpers/databases.ts'
import { rejection } from '../../helpers/rejection.ts'

const Note = Type.Object({
  id: Type.String({ format: 'uuid', readOnly: true }),
  text: Type.String(),
  owner_id: Type.Integer(),
  tags: Type.Array(Type.String(), { default: [] }),
  places: Type.Optional(Type.Array(Type.Object({ city: Type.String() }))),
})

const ANY_ID = { field: 'id', comparison: 'eq' } as const
const IS_HERS = { field: 'text', comparison: 'eq', values: ['hers'] } as const
const OF_ADA = { field: 'owner_id', comparison: 'eq', values: [7] } as const

const never = (() => {
  throw new Error('db_before_commit')
}) as unknown as Knex

/** Somebody whose roles reach only the records that the scope finds. */
const narrowed = (scope: string | undefined, id = '7'): Caller => ({
  id,
  kind: 'person',
  name: 'Ada',
  can: () => true,
  scope: (resource) =>
    resource === 'notes' && scope !== undefined ? [{ where: scope, hidden: [], read_only: [] }] : undefined,
})

describe('a table store', () => {
  it('asks nothing of the database while it is declared', () => {
    const untouchable = new Proxy(never, { get: () => expect.fail('touched') })
    expect(table_store(untouchable, 'notes', Note).rules).to.deep.equal({
      sort: [],
      filter: [],
      search: [],
      summarize: ['owner_id'],
    })
  })

  const refused: [string, () => unknown][] = [
    ['field_unknown', () => table_store(never, 'notes', Note, { sort: ['txt' as 'text'] })],
    ['sort_not_supported', () => table_store(never, 'notes', Note, { sort: ['tags'] })],
    ['filter_not_supported', () => table_store(never, 'notes', Note, { filter: ['places'] })],
    ['search_not_supported', () => table_store(never, 'notes', Note, { search: ['owner_id'] })],
    ['record_invalid', () => table_store(never, 'notes', Type.Object({ name: Type.String() }))],
    ['record_invalid', () => table_store(never, 'notes', [] as never)],
    ['argument_invalid', () => table_store(never, 'notes', Note, { summarize: ['text'] })],
    ['record_invalid', () => table_store(never, 'notes', Type.Object({ id: Type.Integer(), version: Type.Integer() }))],
  ]
  for (const [code, declare] of refused) {
    it(`is refused at the call with ${code}`, () => {
      expect(declare).to.throw(DeclarationError).with.property('code', code)
    })
  }

  eachDriver((target) => {
    let database: Database
    before(async () => {
      database = await target.open()
      await database.knex.schema.createTable('notes', (table) => {
        table.uuid('id').primary()
        table.text('text').notNullable()
        table.integer('owner_id').notNullable()
        table.json('tags').notNullable()
        table.json('places')
        table.integer('version').notNullable()
      })
    })
    beforeEach(() => database.knex('notes').delete())

    const open = (options: Parameters<typeof table_store<typeof Note>>[3] = {}) =>
      table_store(database.context, 'notes', Note, { filter: ['owner_id'], ...options })

    it('makes the id if it is a text, and finds nothing by an invalid id', async () => {
      const { id } = await open().create({ text: 'a', owner_id: 7 })
      expect(id).to.match(/^[0-9a-f-]{36}$/)
      expect(await open().get(id)).to.include({ text: 'a' })
      expect(await rejection(open().get('7'))).to.include({ code: 'record_not_found' })
    })

    it('refuses a field that the record does not have', async () => {
      const values = { text: 'a', owner_id: 7, txt: 'b' }
      expect(await rejection(open().create(values)))
        .to.be.instanceOf(TypeError)
        .with.property('message')
        .match(/\[txt\]/)
    })

    it('narrows every statement to what the roles of the caller reach', async () => {
      const store = open()
      const mine = await store.create({ text: 'mine', owner_id: 7 })
      const other = await store.create({ text: 'other', owner_id: 8 })
      await as_caller(narrowed('owner_id=7'), async () => {
        const { rows, total } = await store.list(parse_list_query({}, Note, store.rules))
        expect([rows, total]).to.deep.equal([[mine], 1])
        expect(await store.ids(parse_list_query({}, Note, store.rules))).to.deep.equal([mine.id])
        // One after the other: a rejection that nothing awaits yet would end the process.
        const changes = [
          () => store.get(other.id),
          () => store.update(other.id, { text: 'x' }),
          () => store.delete(other.id),
        ]
        for (const ask of changes) expect(await rejection(ask())).to.include({ code: 'record_not_found' })
        expect(await store.update(mine.id, { text: 'still mine' })).to.include({ text: 'still mine' })
      })
      await as_caller(narrowed(undefined), async () => expect(await store.get(other.id)).to.deep.equal(other))
    })

    it('lists for each caller what their conditions and the filters reach, whoever asked before', async () => {
      const store = open({ filter: ['owner_id', 'text'] })
      for (const owner_id of [7, 8, 9])
        for (const text of ['a', 'b']) await store.create({ text, owner_id, tags: [text] })
      const every = ['7a', '7b', '8a', '8b', '9a', '9b']
      const asked: [readonly string[] | undefined, Record<string, string>, readonly string[]][] = [
        [['owner_id=7'], {}, ['7a', '7b']],
        [['owner_id=8'], {}, ['8a', '8b']],
        [undefined, {}, every],
        [undefined, { owner_id: '8' }, ['8a', '8b']],
        [['owner_id=9'], { owner_id: '8' }, []],
        [['owner_id=7&owner_id=9'], {}, ['7a', '7b', '9a', '9b']],
        [['owner_id_ne=7'], {}, ['8a', '8b', '9a', '9b']],
        [['owner_id_ne=8'], { text: 'b' }, ['7b', '9b']],
        [['owner_id=7&text=a', 'owner_id=8&text=b'], {}, ['7a', '8b']],
        [['owner_id=7&text=b', 'owner_id=9&text=a'], { text: 'b' }, ['7b']],
        [['owner_id=8&&text_like=A'], {}, ['8a']],
        [['owner_id=8&&text_like=b'], {}, ['8b']],
        [['tags=a'], {}, ['7a', '8a', '9a']],
        [['tags=b'], { owner_id: '9' }, ['9b']],
        [['places_null=true'], {}, every],
        [['places_null=false'], {}, []],
        [['gone=1'], {}, []],
        [['gone=1', 'owner_id=7'], {}, ['7a', '7b']],
        [[], {}, []],
        [['owner_id=7', ''], {}, every],
      ]
      for (const time of [1, 2]) {
        for (const [conditions, query, expected] of asked) {
          const scope = () => conditions?.map((where) => ({ where, hidden: [], read_only: [] }))
          const list = () => store.list(parse_list_query(query, Note, store.rules))
          const { rows, total } = await as_caller({ ...narrowed(undefined), scope }, list)
          const found = rows.map(({ owner_id, text }) => `${owner_id}${text}`).sort()
          expect([found, total], JSON.stringify({ time, conditions, query })).to.deep.equal([expected, expected.length])
        }
      }
    })

    it('narrows figures that no list answers as well', async () => {
      await open().create({ text: 'mine', owner_id: 7 })
      await open().create({ text: 'other', owner_id: 8 })
      const texts = async () =>
        (await scoped_rows(database.context, 'notes', Note).orderBy('text').select('text')).map(({ text }) => text)
      expect(await as_caller(narrowed('owner_id=7'), texts)).to.deep.equal(['mine'])
      expect(await as_caller(narrowed(undefined), texts)).to.deep.equal(['mine', 'other'])
      expect(await texts()).to.have.lengthOf(2)
    })

    it('shows figures no value that the roles of the caller hide, and sorts by none', async () => {
      const store = open()
      for (const [text, owner_id] of [
        ['b', 7],
        ['a', 8],
      ] as const)
        await store.create({ text, owner_id })
      const ways = [
        { where: 'owner_id=7', hidden: [], read_only: [] },
        { where: 'owner_id=8', hidden: ['text'], read_only: [] },
      ]
      const rows = () => scoped_rows(database.context, 'notes', Note)
      const counts = async () =>
        (await rows().groupBy('text').count({ total: '*' }).select('text')).map(({ text }) => text)
      const seeing = (scope: Caller['scope']): Caller => ({ ...narrowed(undefined), scope })
      await as_caller(
        seeing(() => ways),
        async () => {
          expect(await counts()).to.have.members(['b', null])
          expect(await rows().where({ text: 'a' })).to.deep.equal([])
          const sort = [{ field: 'text', order: 'asc' }] as const
          const query = { filters: [], offset: 0, limit: 10 }
          expect(await store.ids({ ...query, sort })).to.deep.equal(
            await store.ids({ ...query, sort: [{ field: 'id', order: 'asc' }] }),
          )
        },
      )
      const hiding = [{ where: '', hidden: ['text'], read_only: [] }]
      await as_caller(
        seeing(() => hiding),
        async () => expect(await counts()).to.deep.equal([null]),
      )
    })

    it('finds records by alternatives too, but by none over a field that the caller does not see', async () => {
      const store = table_store(database.context, 'notes', Note, {
        ...{ filter: ['owner_id', 'text'], search: ['text'] },
        search_also: async (text) => (text === 'Ada' ? [[IS_HERS, OF_ADA], [OF_ADA], [{ ...ANY_ID, values: [] }]] : []),
      })
      await store.create({ text: 'of Ada', owner_id: 8 })
      await store.create({ text: 'hers', owner_id: 7 })
      await store.create({ text: 'another', owner_id: 8 })
      const found = async (search: string) => {
        const { rows, total } = await store.list({ filters: [], search, sort: [], offset: 0, limit: 10 })
        expect([total, await store.ids({ filters: [], search, sort: [], offset: 0, limit: 10 })]).to.deep.equal([
          rows.length,
          rows.map(({ id }) => id),
        ])
        return rows.map(({ text }) => text).sort()
      }
      expect(await found('Ada')).to.deep.equal(['hers', 'of Ada'])
      expect(await found('another')).to.deep.equal(['another'])
      const hiding: Caller = {
        ...narrowed(undefined),
        scope: () => [{ where: '', hidden: ['owner_id'], read_only: [] }],
      }
      expect(await as_caller(hiding, () => found('Ada'))).to.deep.equal(['of Ada'])
    })

    it('lets nobody write what they could not read afterwards', async () => {
      const store = open()
      const mine = await store.create({ text: 'mine', owner_id: 7 })
      const write = async (run: () => Promise<unknown>) =>
        rejection(database.transaction(() => as_caller(narrowed('owner_id=7'), run)))
      expect(await write(() => store.create({ text: 'a', owner_id: 8 }))).to.include({ code: 'permission_denied' })
      expect(await write(() => store.update(mine.id, { owner_id: 8 }))).to.include({ code: 'permission_denied' })
      expect(await store.ids(parse_list_query({}, Note, store.rules))).to.deep.equal([mine.id])
    })

    it('narrows as its own rule says, of one condition or of several', async () => {
      const store = open({
        scope: (query, caller) => void query.where('owner_id', Number(caller.id)).orWhere('text', 'public'),
      })
      await store.create({ text: 'public', owner_id: 8 })
      await store.create({ text: 'private', owner_id: 8 })
      const list = () => store.list(parse_list_query({ owner_id: '8' }, Note, store.rules))
      const texts = async () => (await list()).rows.map(({ text }) => text)
      expect(await as_caller(narrowed(undefined), texts)).to.deep.equal(['public'])
      expect(await texts()).to.have.lengthOf(2)
      const outside = () => store.create({ text: 'private', owner_id: 8 })
      const refused = await rejection(database.transaction(() => as_caller(narrowed(undefined), outside)))
      expect(refused).to.include({ code: 'permission_denied' })
    })

    it('lets its hooks see and change what is written, in the same transaction', async () => {
      const seen: unknown[] = []
      const store = open({
        before: (record, current) => {
          seen.push(current?.text ?? null)
          return { ...record, text: `${record.text}!` }
        },
        after: (record, change) => {
          seen.push([change, record.text])
          if (record.text === 'no!') throw new ApiError('refused', { status: 409, detail: 'No.' })
        },
      })
      const { id } = await store.create({ text: 'a', owner_id: 7 })
      await store.update(id, { text: 'b' })
      await store.delete(id)
      expect(seen).to.deep.equal([null, ['created', 'a!'], 'a!', ['updated', 'b!'], ['deleted', 'b!']])
      await rejection(database.transaction(() => store.create({ text: 'no', owner_id: 7 })))
      expect(await database.knex('notes')).to.be.empty
    })

    it('answers a page that is not full with one statement', async () => {
      const store = open()
      await store.create({ text: 'a', owner_id: 7 })
      const statements: string[] = []
      const listen = ({ sql }: { sql: string }) => void statements.push(sql)
      database.knex.on('query', listen)
      await store.list(parse_list_query({}, Note, store.rules))
      await store.list(parse_list_query({ _limit: '1' }, Note, store.rules))
      database.knex.removeListener('query', listen)
      expect(statements.filter((sql) => sql.includes('count'))).to.have.lengthOf(1)
      expect(statements).to.have.lengthOf(3)
    })
  })
})
