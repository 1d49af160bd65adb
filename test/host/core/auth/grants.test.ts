import { expect } from 'chai'
import { accessTo, allows, commonPermissions, covers, grantsOn, type Role } from '../../../../host/core/auth/grants.ts'
import { createPrincipal } from '../../../../host/core/auth/identity.ts'

const role = (name: string, permissions: string[], rest: Partial<Role> = {}): Role => ({
  ...{ id: name, name, permissions, conditions: [], fields: [] },
  ...rest,
})
const VIEW = 'clients.clients.view'
const own = role('own', ['clients.clients.*'], {
  conditions: [{ resource: 'clients_clients', where: 'owner_id=me&location_id=mine' }],
  fields: [{ resource: 'clients_clients', hidden: ['phone'], read_only: ['status'] }],
})

describe('Roles', () => {
  it('give a person the permissions of all of them, and those held besides roles', () => {
    const roles = [role('a', ['clients.*']), role('b', ['booking.bookings.view'])]
    const ada = createPrincipal({ id: '1', kind: 'person', name: 'Ada', permissions: ['jobs.view'], roles })
    for (const permission of [VIEW, 'booking.bookings.view', 'jobs.view', 'auth.me.view'])
      expect(ada.can(permission), permission).to.equal(true)
    expect(ada.can('booking.bookings.update')).to.equal(false)
  })

  it('give a token what its owner holds and the token allows', () => {
    const roles = [role('a', ['clients.*'])]
    const token = createPrincipal({ id: 't', kind: 'token', name: 'T', roles, limit: ['*.*.view'] })
    expect(token.permissions).to.deep.equal(['clients.*.view', 'auth.*'])
    expect(token.can(VIEW)).to.equal(true)
    expect(token.can('clients.clients.update')).to.equal(false)
    expect(token.can('booking.bookings.view')).to.equal(false)
  })

  it('allow what one of them grants and the token includes', () => {
    const holder = { roles: [own, role('b', ['booking.*'])], limit: undefined }
    expect([VIEW, 'booking.bookings.view', 'x.y'].map((each) => allows(holder, each))).to.deep.equal([
      true,
      true,
      false,
    ])
    const limited = { ...holder, limit: ['jobs.*', 'booking.*'] }
    expect([VIEW, 'booking.bookings.view', 'jobs.view'].map((each) => allows(limited, each))).to.deep.equal([
      false,
      true,
      false,
    ])
  })

  it('limit records with the values of the person, and fields', () => {
    const holder = { id: '7', roles: [own, role('b', ['booking.*'])], attributes: { location_id: ['1', '2'] } }
    expect(grantsOn(holder, { resource: 'clients_clients', permission: VIEW })).to.deep.equal([
      {
        role: own,
        permission: 'clients.clients.*',
        where: 'owner_id=7&location_id=1&location_id=2',
        hidden: ['phone'],
        read_only: ['status'],
      },
    ])
  })

  it('reach no record if the person has no value for [mine]', () => {
    const holder = { id: '7', roles: [own], attributes: {} }
    expect(grantsOn(holder, { resource: 'clients_clients', permission: VIEW })[0]).to.have.property('where', undefined)
  })

  it('count without a known permission if they have rules for the table', () => {
    const holder = { id: '7', roles: [own, role('all', ['*'])], attributes: {} }
    const names = grantsOn(holder, { resource: 'clients_clients', permission: undefined }).map((each) => each.role.name)
    expect(names).to.deep.equal(['own'])
    const fixing = role('fixing', ['*'], { fields: [{ resource: 'clients_clients', read_only: ['name'] }] })
    expect(
      grantsOn({ ...holder, roles: [fixing] }, { resource: 'clients_clients', permission: undefined }),
    ).to.deep.equal([{ role: fixing, permission: undefined, where: '', hidden: [], read_only: ['name'] }])
  })

  it('take their limits from the rules of that table alone', () => {
    const notes = role('notes', ['clients.*'], {
      conditions: [{ resource: 'clients_notes', where: 'kind=call' }],
      fields: [{ resource: 'clients_notes', hidden: ['text'], read_only: ['kind'] }],
    })
    const holder = { id: '7', roles: [notes], attributes: {} }
    const free = { role: notes, permission: 'clients.*', where: '', hidden: [], read_only: [] }
    expect(grantsOn(holder, { resource: 'clients_clients', permission: VIEW })).to.deep.equal([free])
    expect(grantsOn(holder, { resource: undefined, permission: VIEW })).to.deep.equal([free])
    expect(grantsOn(holder, { resource: 'clients_notes', permission: 'jobs.view' })).to.deep.equal([])
    expect(grantsOn(holder, { resource: 'clients_clients', permission: undefined })).to.deep.equal([])
  })

  it('join all their conditions on a table, of which each must hold', () => {
    const strict = role('strict', ['clients.*'], {
      conditions: ['status=open', 'owner_id=me'].map((where) => ({ resource: 'clients_clients', where })),
    })
    const [grant] = grantsOn(
      { id: '7', roles: [strict], attributes: {} },
      { resource: 'clients_clients', permission: VIEW },
    )
    expect(grant).to.include({ where: 'status=open&&owner_id=7' })
  })

  const mine: [string, Record<string, string[]>, string | undefined][] = [
    ['location_id_ne=mine', { location_id: ['1', '2'] }, 'location_id_ne=1&location_id_ne=2'],
    ['size_gte=mine', { size_gte: ['4'], size: ['9'] }, 'size_gte=4'],
    ['size_gte=mine', { size_lte: ['4'] }, undefined],
    ['location_id=mine&status=open', { location_id: [] }, undefined],
    ['constructor=mine', {}, undefined],
    ['location_id=m%69ne', { location_id: ['3'] }, 'location_id=3'],
    ['name=mine+and+yours', { name: ['3'] }, 'name=mine+and+yours'],
    ['status', {}, 'status='],
    ['status=open&', {}, 'status=open'],
    ['name=a~b=c', {}, 'name=a%7Eb%3Dc'],
    ['day=2026-01-02&kind=', {}, 'day=2026-01-02&kind='],
  ]
  for (const [where, attributes, filled] of mine)
    it(`fill [${where}] with the values ${JSON.stringify(attributes)}: ${filled ?? 'no record'}`, () => {
      const some = role('some', ['*'], { conditions: [{ resource: 'clients_clients', where }] })
      const on = { resource: 'clients_clients', permission: VIEW }
      expect(grantsOn({ id: '7', roles: [some], attributes }, on)[0]).to.have.property('where', filled)
    })
})

describe('What roles allow of a table', () => {
  const on = { resource: 'clients_clients', permission: VIEW }
  const access = (...roles: Role[]) => accessTo({ id: '7', roles, attributes: {} }, on)
  const limited = (name: string, rest: Partial<Role>) => role(name, ['clients.*'], rest)
  const open = limited('open', { conditions: [{ resource: 'clients_clients', where: 'status=open' }] })
  const hiding = limited('hiding', { fields: [{ resource: 'clients_clients', hidden: ['phone'] }] })
  const fixing = limited('fixing', { fields: [{ resource: 'clients_clients', read_only: ['phone'] }] })

  it('is all of it as soon as one of them limits nothing', () => {
    expect(access(own, open, hiding, role('free', ['clients.*']))).to.equal(undefined)
  })

  it('is what each of them allows, without those that reach no record', () => {
    expect(access(own, open, hiding, fixing)).to.deep.equal([
      { where: 'status=open', hidden: [], read_only: [] },
      { where: '', hidden: ['phone'], read_only: [] },
      { where: '', hidden: [], read_only: ['phone'] },
    ])
  })

  it('is nothing if none of them grants the permission', () => {
    expect(access(role('b', ['booking.*']))).to.deep.equal([])
  })
})

describe('A permission with *', () => {
  const cases = [
    ['*', 'platform.users.view', true],
    ['*', '*.*.view', true],
    ['clients.clients.view', 'clients.clients.view', true],
    ['clients.clients.view', 'clients.clients.update', false],
    ['clients.*', 'clients.notes.*', true],
    ['clients.*.view', 'clients.*', false],
    ['*.notes', 'clients.*', false],
    ['clients.*.*', 'clients.*', false],
    ['clients.*.view', 'clients.notes.view', true],
    ['clients.*.view', 'clients.notes.old.view', false],
    ['*.*.view', 'platform.users.view', false],
    ['*.*.view', 'clients.clients.view', true],
    ['clients.no+es.*', 'clients.nooes.view', false],
    ['clients.no+es.*', 'clients.no+es.view', true],
    ['clients', 'clients.notes.view', false],
  ] as const
  for (const [granted, permission, expected] of cases)
    it(`[${granted}] ${expected ? 'covers' : 'does not cover'} [${permission}]`, () => {
      expect(covers(granted, permission)).to.equal(expected)
    })
})

describe('Permissions of two lists', () => {
  const cases: [string[], string[], string[]][] = [
    [['*'], ['a.b.c'], ['a.b.c']],
    [['a.*'], ['*.*.view'], ['a.*.view']],
    [['a.b.view', 'a.*'], ['a.b.*'], ['a.b.*']],
    [['a.b'], ['a.c'], []],
    [['a.*.view'], ['a.b.*'], ['a.b.view']],
    [['a.b'], ['a.b.c'], []],
    [['a.b.c'], ['a.b'], []],
    [['a.*.*'], ['a'], []],
    [['a.b'], ['a.b'], ['a.b']],
    [['a.b'], ['*'], ['a.b']],
    [['a.b.c'], ['a.*'], ['a.b.c']],
    [['*.b.view'], ['a.*.view'], ['a.b.view']],
    [['a.*.view'], ['*.b.view'], ['a.b.view']],
    [['a.*.view'], ['b.*.view'], []],
    [
      ['a.b', 'a.c'],
      ['a.b', 'a.*'],
      ['a.b', 'a.c'],
    ],
    [['a.*', 'b.*'], ['a.b', 'a.*'], ['a.*']],
    [['*.*.view'], ['platform.users.view'], []],
    [['platform.users.view'], ['*.*.view'], []],
    [['*.*.view'], ['a.b.view'], ['a.b.view']],
    [['platform.users.view'], ['platform.*'], ['platform.users.view']],
    [['*'], ['platform.*'], ['platform.*']],
  ]
  for (const [some, others, common] of cases) {
    it(`[${some.join(', ')}] and [${others.join(', ')}] have [${common.join(', ')}] in common`, () => {
      expect(commonPermissions(some, others)).to.deep.equal(common)
    })
  }
})
