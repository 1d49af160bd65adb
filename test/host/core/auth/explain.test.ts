import { expect } from 'chai'
import { explain, type Question, withheldFrom, wouldAllow } from '../../../../host/core/auth/explain.ts'
import type { Holder, Role } from '../../../../host/core/auth/grants.ts'

const VIEW = 'clients.clients.view'
const TABLE = 'clients_clients'
const role = (name: string, rest: Partial<Role> = {}): Role => ({
  ...{ id: `id of ${name}`, name, permissions: [VIEW], conditions: [], fields: [] },
  ...rest,
})
const all = role('all')
const own = role('own', {
  conditions: [
    { resource: TABLE, where: 'owner_id=me' },
    { resource: 'clients_notes', where: 'kind=call' },
    { resource: TABLE, where: 'status=open' },
  ],
})
const local = role('local', { conditions: [{ resource: TABLE, where: 'location_id=mine' }] })
const hiding = role('hiding', { fields: [{ resource: TABLE, hidden: ['phone'] }] })
const elsewhere = role('elsewhere', {
  fields: hiding.fields,
  conditions: [{ resource: 'clients_notes', where: 'kind=call' }],
})
const fixing = role('fixing', { fields: [{ resource: TABLE, read_only: ['phone'] }] })

const holding = (roles: readonly Role[], limit?: readonly string[]): Holder => ({
  ...{ id: '7', roles, attributes: {}, limit },
})
const OF_ADA = 'owner_id=7&&status=open'
/** A record that meets the empty condition and the ones named, each joined by `&&`. */
const record = (...conditions: string[]): NonNullable<Question['record']> => {
  const met = ['', ...conditions.flatMap((where) => where.split('&&'))]
  return { resource: TABLE, id: 3, meets: (where) => where.split('&&').every((each) => met.includes(each)) }
}
const THIS_RECORD = { permissions: [VIEW], conditions: [{ resource: TABLE, where: 'id=3' }], fields: [] }
const EVERYTHING = { permissions: [VIEW], conditions: [], fields: [] }
const named = ({ id, name }: Role) => ({ role: { id, name }, permission: VIEW })
const phone = (to: 'see' | 'change') => ({ name: 'phone', to })

describe('An explanation', () => {
  describe('of a permission', () => {
    it('names the role that grants it, and the permission as it is written there', () => {
      const wide = role('wide', { permissions: ['booking.*', 'clients.*'], conditions: own.conditions })
      expect(
        explain(holding([role('other', { permissions: ['booking.*'] }), wide]), { permission: VIEW }),
      ).to.deep.equal({ allowed: true, reason: 'granted', rules: [{ ...named(wide), permission: 'clients.*' }] })
    })

    it('says that no role grants it, and what a role would need', () => {
      const nobody = holding([role('other', { permissions: ['booking.*'] })])
      expect(explain(nobody, { permission: VIEW })).to.deep.equal({
        ...{ allowed: false, reason: 'permission_missing', rules: [], grant: { role: EVERYTHING } },
      })
    })

    it('says that only the token lacks it', () => {
      expect(explain(holding([all], ['booking.*', 'jobs.*']), { permission: VIEW })).to.deep.equal({
        ...{ allowed: false, reason: 'token_limited', rules: [named(all)], grant: { token: VIEW } },
      })
      expect(explain(holding([all], ['booking.*', 'clients.*']), { permission: VIEW })).to.include({
        reason: 'granted',
      })
    })

    it('says that the token lacks it too, if no role grants it either', () => {
      const { reason, grant } = explain(holding([], ['booking.*']), { permission: VIEW })
      expect({ reason, grant }).to.deep.equal({
        reason: 'permission_missing',
        grant: { role: EVERYTHING, token: VIEW },
      })
    })
  })

  describe('of a list', () => {
    const list = (roles: Role[], rest: Partial<Question> = {}) =>
      explain(holding(roles), { permission: VIEW, list: TABLE, ...rest })

    it('says that it is whole for whom one role does not limit it', () => {
      expect(list([local, all])).to.deep.equal({
        allowed: true,
        reason: 'granted',
        rules: [
          { ...named(local), condition: 'location_id=mine', where: undefined },
          { ...named(all), condition: '', where: '' },
        ],
      })
    })

    it('says by which conditions it is narrowed, as written and with the values of the person', () => {
      expect(list([own, local])).to.deep.equal({
        allowed: true,
        reason: 'records_limited',
        rules: [
          { ...named(own), condition: 'owner_id=me&&status=open', where: OF_ADA },
          { ...named(local), condition: 'location_id=mine', where: undefined },
        ],
        grant: { role: EVERYTHING },
      })
    })

    it('says nothing of narrowing where a field is asked about, or the answer is a refusal', () => {
      expect(list([own], { field: phone('see') }))
        .to.include({ reason: 'granted' })
        .and.not.have.property('grant')
      expect(list([])).to.include({ allowed: false, reason: 'permission_missing' })
    })
  })

  describe('of a record', () => {
    const about = (roles: Role[], asked = record()) => explain(holding(roles), { permission: VIEW, record: asked })

    it('says which roles reach it, and those first', () => {
      expect(about([local, own], record(OF_ADA))).to.deep.equal({
        allowed: true,
        reason: 'granted',
        rules: [
          { ...named(own), condition: 'owner_id=me&&status=open', where: OF_ADA, meets: true },
          { ...named(local), condition: 'location_id=mine', where: undefined, meets: false },
        ],
      })
      expect(about([all])).to.deep.equal({
        ...{ allowed: true, reason: 'granted', rules: [{ ...named(all), condition: '', where: '', meets: true }] },
      })
    })

    it('says that no role reaches it, and names a grant of this record alone', () => {
      expect(about([own])).to.deep.equal({
        allowed: false,
        reason: 'record_out_of_reach',
        rules: [{ ...named(own), condition: 'owner_id=me&&status=open', where: OF_ADA, meets: false }],
        grant: { role: THIS_RECORD },
      })
    })
  })

  describe('of a field', () => {
    const about = (roles: Role[], to: 'see' | 'change', asked = record()) => {
      const { rules, ...said } = explain(holding(roles), { permission: VIEW, record: asked, field: phone(to) })
      return { ...said, fields: rules.map(({ role: { name }, field }) => `${name}: ${field}`) }
    }

    it('says that a role hides it', () => {
      const hidden = {
        allowed: false,
        reason: 'field_hidden',
        grant: { role: THIS_RECORD },
        fields: ['hiding: hidden'],
      }
      expect(about([hiding], 'see')).to.deep.equal(hidden)
      expect(about([hiding], 'change')).to.deep.equal(hidden)
    })

    it('says that a role makes it read-only, which matters only to those who want to change it', () => {
      expect(about([fixing], 'see')).to.deep.equal({ allowed: true, reason: 'granted', fields: ['fixing: read_only'] })
      expect(about([fixing], 'change')).to.deep.equal({
        ...{ allowed: false, reason: 'field_read_only', grant: { role: THIS_RECORD }, fields: ['fixing: read_only'] },
      })
      expect(about([hiding, fixing], 'change').reason).to.equal('field_read_only')
    })

    it('says which role leaves it alone, and that one first', () => {
      const granted = { allowed: true, reason: 'granted' }
      expect(about([hiding, all], 'change')).to.deep.equal({ ...granted, fields: ['all: free', 'hiding: hidden'] })
      expect(about([hiding, fixing], 'see')).to.deep.equal({
        ...granted,
        fields: ['fixing: read_only', 'hiding: hidden'],
      })
    })

    it('counts only the roles that reach the record', () => {
      expect(about([local, hiding], 'see')).to.deep.include({
        ...{ allowed: false, reason: 'field_hidden', fields: ['hiding: hidden', 'local: free'] },
      })
    })
  })

  describe('of a field that requires a permission', () => {
    const PHONE = 'clients.phone.view'
    const field = { name: 'phone', to: 'see' as const, permission: PHONE }
    const question = { permission: VIEW, record: record(), field }
    const calls = role('calls', { permissions: [PHONE] })

    it('says that no role grants it, and that this is all that lacks', () => {
      expect(explain(holding([all]), question)).to.deep.equal({
        ...{ allowed: false, reason: 'field_permission_missing' },
        rules: [{ ...named(all), condition: '', where: '', meets: true, field: 'free' }],
        grant: { role: { ...EVERYTHING, permissions: [PHONE] } },
      })
      expect(explain(holding([all, calls]), question).reason).to.equal('granted')
    })

    it('names all that lacks where the record is out of reach, too', () => {
      const { reason, grant } = explain(holding([local]), question)
      expect([reason, grant]).to.deep.equal([
        'record_out_of_reach',
        { role: { ...THIS_RECORD, permissions: [VIEW, PHONE] } },
      ])
    })

    it('says that only the token lacks it', () => {
      const { reason, grant } = explain(holding([all, calls], [VIEW]), question)
      expect([reason, grant]).to.deep.equal(['token_limited', { token: PHONE }])
    })

    it('suggests the roles with what lacks', () => {
      const both = role('both', { permissions: [VIEW, PHONE] })
      const suggested = (held: Role[], limit?: string[]) => {
        const missing = explain(holding(held), question).grant?.role?.permissions ?? []
        return [all, calls, both].filter(wouldAllow(holding(held, limit), question, missing))
      }
      expect(suggested([all])).to.deep.equal([calls, both])
      expect(suggested([calls])).to.deep.equal([all, both])
      expect(suggested([])).to.deep.equal([both])
      expect(suggested([all], [VIEW])).to.deep.equal([])
    })
  })

  it('of a list or a record names the fields that are withheld', () => {
    const fields = [{ name: 'phone' }, { name: 'name' }, { name: 'pin', permission: 'clients.pin.view' }]
    const withheld = (roles: Role[], on: Omit<Question, 'permission'> = { list: TABLE }) =>
      withheldFrom(holding(roles), { permission: VIEW, ...on }, fields).map(({ name }) => name)
    expect(withheld([hiding])).to.deep.equal(['phone', 'pin'])
    expect(withheld([hiding, fixing])).to.deep.equal(['pin'])
    expect(withheld([hiding, local], { record: record() })).to.deep.equal(['phone', 'pin'])
    expect(withheld([hiding, own], { record: record(OF_ADA) })).to.deep.equal(['pin'])
    expect(withheld([all, role('pins', { permissions: ['clients.pin.view'] })])).to.deep.equal([])
  })

  it('suggests the roles that would allow it alone and without a limit, which say so of themselves', () => {
    const questions: Question[] = [
      { permission: VIEW },
      { permission: 'booking.bookings.view' },
      { permission: VIEW, list: TABLE },
      { permission: VIEW, list: TABLE, field: phone('see') },
      { permission: VIEW, record: record() },
      { permission: VIEW, record: record(OF_ADA) },
      ...(['see', 'change'] as const).map((to) => ({ permission: VIEW, record: record(OF_ADA), field: phone(to) })),
    ]
    const roles = [all, own, local, hiding, elsewhere, fixing]
    const suggested = (question: Question, limit?: readonly string[]) =>
      roles.filter(wouldAllow(holding([], limit), question, [question.permission]))
    for (const question of questions) {
      const says = (each: Role) => explain(holding([each]), question).reason === 'granted'
      expect(suggested(question), JSON.stringify(question)).to.deep.equal(roles.filter(says))
      expect(suggested(question, ['jobs.*']), 'a token that lacks it').to.deep.equal([])
    }
    const change = { permission: VIEW, record: record(OF_ADA), field: phone('change') }
    expect(suggested(change)).to.deep.equal([all, own])
    expect(suggested({ permission: VIEW, list: TABLE })).to.deep.equal([all, hiding, elsewhere, fixing])
  })
})
