import { expect } from 'chai'
import type { TestHost } from '../../../host/testing/index.ts'
import { read } from '../template-host.ts'
import { entriesFor, notesFor, randomPerson, seeded } from './random-people.ts'
import { type RandomPerson, type RandomRole, Reference, type Row } from './reference.ts'
import { startLedger } from './start-ledger.ts'

const TABLE = 'ledger_entries'
const PERMISSIONS = ['view', 'update', 'touch', 'create', 'delete'].map((action) => `ledger.entries.${action}`)
const FIELDS = ['name', 'secret', 'amount', 'status', 'memo']

interface Grant {
  readonly role?: { permissions: string[]; conditions: { resource: string; where: string }[] }
}
interface Explained {
  readonly allowed: boolean
  readonly reason: string
  readonly detail: string
  readonly rules: readonly { role: { name: string }; where?: string; meets?: boolean }[]
  readonly grant?: Grant
}

/** The person with a role of the smallest grant. */
function withGrant(person: RandomPerson, { role }: Grant): RandomPerson {
  const conditions = (role?.conditions ?? []).map(({ resource, where }) => {
    const [[field = '', value = ''] = []] = new URLSearchParams(where)
    return [resource, [{ field, is: 'eq' as const, values: [Number(value)] }]] as const
  })
  const granted: RandomRole = {
    ...{ name: 'granted', permissions: role?.permissions ?? [] },
    ...{ conditions: Object.fromEntries(conditions), hidden: {}, read_only: {} },
  }
  return { ...person, roles: [...person.roles, granted] }
}

/** `ATRIUM_ROLES=1000 npm test -- test/contract/roles/explain.test.ts` asks about as many people. */
const PEOPLE = Number(process.env.ATRIUM_ROLES ?? 40)

describe('Explain', function () {
  this.timeout(Math.max(600_000, PEOPLE * 2_000))
  const people = Array.from({ length: PEOPLE }, (_, seed) => randomPerson(seed))
  const entries = entriesFor(people.slice(0, 3))
  let host: TestHost
  before('start a host with the people', async () => {
    host = await startLedger({ people, entries, notes: notesFor(entries), sqlite: 'sqlite3' })
  })
  after('close the host', () => host.close())

  const explain = async <Body = Explained>(query: Record<string, string>) =>
    read<Body>(await host.request(`/api/v1/platform/explain?${new URLSearchParams(query).toString()}`))

  const questions = (source: ReturnType<typeof seeded>) => {
    const row = source.pick(entries)
    const record = `/api/v1/ledger/entries/${row.id}`
    const permission = source.pick(PERMISSIONS)
    const field = source.pick(FIELDS)
    return [
      [{ permission }, (ref: Reference) => ref.can(permission)],
      [{ record, permission }, (ref: Reference) => ref.reaches(permission, TABLE, row)],
      [{ record, field }, (ref: Reference) => ref.sees(PERMISSIONS[0] ?? '', TABLE, { row, field })],
      [{ record, field, to: 'change' }, (ref: Reference) => ref.writes(PERMISSIONS[1] ?? '', TABLE, { row, field })],
    ] as const satisfies [Record<string, string>, (ref: Reference) => boolean][]
  }

  it('says what is so, and names the smallest grant that turns each refusal around', async () => {
    let refused = 0
    for (const [at, person] of people.entries()) {
      for (const [query, isAllowed] of questions(seeded(at))) {
        const { body, status } = await explain({ person: person.id, ...query })
        const about = JSON.stringify({ query, body, person }, null, 1)
        expect(status, about).to.equal(200)
        expect(body.allowed, about).to.equal(isAllowed(new Reference(person)))
        if (body.allowed) continue
        refused += 1
        expect(body.grant, about).not.to.equal(undefined)
        expect(isAllowed(new Reference(withGrant(person, body.grant ?? {}))), about).to.equal(true)
      }
    }
    expect(refused).to.be.greaterThan(PEOPLE)
  })

  it('names no more than the record that was asked about', async () => {
    const person = people.find((each) => !new Reference(each).reaches('ledger.entries.view', TABLE, entries[0] as Row))
    const { body } = await explain({ person: person?.id ?? '', record: '/api/v1/ledger/entries/1' })
    expect(body.grant).to.deep.equal({
      role: { permissions: ['ledger.entries.view'], conditions: [{ resource: TABLE, where: 'id=1' }], fields: [] },
    })
  })

  it('answers about operations, and says what is wrong with a question', async () => {
    const id = people[0]?.id ?? ''
    expect((await explain({ person: id, operation: 'GET /api/v1/ledger/stats' })).status).to.equal(200)
    const malformed: Record<string, string>[] = [
      { person: id },
      { person: id, operation: 'GET /api/v1/nothing' },
      { person: id, record: '/api/v1/ledger/stats' },
      { person: id, permission: 'a.b.c', field: 'name' },
    ]
    for (const wrong of malformed) {
      expect((await explain(wrong)).body, JSON.stringify(wrong)).to.include({ status: 400, code: 'query_malformed' })
    }
    expect((await explain({ person: 'nobody', permission: 'a.b.c' })).status).to.equal(404)
    expect((await explain({ person: id, record: '/api/v1/ledger/entries/99' })).status).to.equal(404)
  })

  it('answers only those who may know', async () => {
    const stranger = people.find((person) => !new Reference(person).can('platform.explain.view')) as RandomPerson
    const headers = { authorization: `Bearer ${stranger.token}` }
    const { body } = await read<{ status: number; detail: string }>(
      await host.request(`/api/v1/platform/explain?person=${stranger.id}&permission=a.b.c`, { headers }),
    )
    expect(body.status).to.equal(403)
    expect(body.detail).to.include('[platform.explain.view]')
  })
})
