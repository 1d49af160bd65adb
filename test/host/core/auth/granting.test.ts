import { expect } from 'chai'
import {
  isOperatorRole,
  requireAllOf,
  requireHeld,
  requireNotBeyond,
  requireOwnValues,
} from '../../../../host/core/auth/granting.ts'
import { type Attributes, plainRole, type Role } from '../../../../host/core/auth/grants.ts'
import { createPrincipal } from '../../../../host/core/auth/identity.ts'

const CLIENTS = 'clients_clients'
const limited = (where: string, rest: Partial<Role> = {}): Role => ({
  ...{ ...plainRole('limited', ['clients.*']), conditions: [{ resource: CLIENTS, where }] },
  ...rest,
})
const ruled = (rule: { hidden?: string[]; read_only?: string[] }, resource = CLIENTS): Role => ({
  ...{ ...plainRole('ruled', ['clients.*']), fields: [{ resource, ...rule }] },
})
const free = plainRole('free', ['clients.*'])
const granter = (roles: Role[], rest: { attributes?: Attributes; limit?: string[] } = {}) =>
  createPrincipal({ id: '7', kind: 'person', name: 'Ada', roles, ...rest })

/** Whether somebody with the first role may grant the other one. */
function mayGrant(own: Role | Role[], granted: Role, limit?: string[]): boolean {
  try {
    requireHeld(granter([own].flat(), limit && { limit }), [granted])
    return true
  } catch {
    return false
  }
}

describe('Granting', () => {
  it('is refused for what one does not hold, by its name', () => {
    const grant = () => requireHeld(granter([free]), [plainRole('some', ['clients.notes.view', 'jobs.view', 'x.y'])])
    expect(grant).to.throw('You cannot grant [jobs.view]').with.include({ code: 'permission_denied', status: 403 })
    expect(mayGrant(free, plainRole('some', ['clients.notes.view']))).to.equal(true)
    expect(mayGrant([free, plainRole('jobs', ['jobs.*'])], plainRole('some', ['jobs.view', 'clients.*']))).to.equal(
      true,
    )
    expect(mayGrant(plainRole('both', ['jobs.*', 'clients.*']), free)).to.equal(true)
    expect(mayGrant(free, plainRole('none', []))).to.equal(true)
  })

  it('to somebody whose own values reach further than those of the granter is refused', () => {
    const mine = limited('location_id=mine')
    const give = (own: string[], theirs: string[]) => () =>
      requireHeld(granter([mine], { attributes: { location_id: own } }), [mine], { location_id: theirs })
    expect(give(['1'], ['1', '2'])).to.throw('You cannot grant [clients.*]')
    expect(give(['1'], ['1'])).to.not.throw()
    expect(give(['1'], [])).to.not.throw()
    const own = limited('owner_id=me')
    expect(() => requireHeld(granter([own]), [own], {})).to.not.throw()
  })

  it('is refused to a token for what the token does not include', () => {
    expect(mayGrant(free, free, ['clients.notes.*', 'jobs.*'])).to.equal(false)
    expect(mayGrant(free, free, ['jobs.*', 'clients.*'])).to.equal(true)
  })

  const wheres: [string, string, boolean][] = [
    ['status=open', 'status=open', true],
    ['status=open', 'status=closed', false],
    ['status=open', 'status=open&owner_id=me', true],
    ['status=open&owner_id=me', 'status=open', false],
    ['status=open', 'owner_id=me', false],
    ['status=open&status=held', 'status=open', true],
    ['status=open&status=held', 'status=held&status=open', true],
    ['status=open', 'status=open&status=held', false],
    ['size_gte=3', 'size_gte=3&status=open', true],
    ['size_gte=3&size_gte=5', 'size_gte=3', false],
    ['status_ne=a&status_ne=b', 'status_ne=a', false],
    ['memo_null=true', 'memo_null=true&status=open', true],
  ]
  for (const [own, granted, expected] of wheres)
    it(`of [${granted}] is ${expected ? 'allowed to' : 'refused to'} somebody limited to [${own}]`, () => {
      expect(mayGrant(limited(own), limited(granted))).to.equal(expected)
    })

  it('without a condition, or with one on another table, is refused to somebody who has one', () => {
    expect(mayGrant(limited('status=open'), free)).to.equal(false)
    const elsewhere = limited('', { conditions: [{ resource: 'clients_notes', where: 'status=open' }] })
    expect(mayGrant(limited('status=open'), elsewhere)).to.equal(false)
    const both = [...limited('status=open').conditions, ...elsewhere.conditions]
    expect(mayGrant({ ...free, conditions: both }, limited('status=open'))).to.equal(false)
    expect(mayGrant([limited('status=open'), free], free)).to.equal(true)
  })

  it('of a field is refused to somebody from whom it is withheld', () => {
    expect(mayGrant(ruled({ hidden: ['phone'] }), free)).to.equal(false)
    expect(mayGrant(ruled({ hidden: ['phone'] }), ruled({ hidden: ['name', 'phone'] }))).to.equal(true)
    expect(mayGrant(ruled({ hidden: ['phone', 'name'] }), ruled({ hidden: ['phone'] }))).to.equal(false)
    expect(mayGrant(ruled({ hidden: ['phone'] }), ruled({ read_only: ['phone'] }))).to.equal(false)
    expect(mayGrant(ruled({ read_only: ['phone'] }), free)).to.equal(false)
    expect(mayGrant(ruled({ read_only: ['phone'] }), ruled({ hidden: ['phone'] }))).to.equal(true)
    expect(mayGrant(ruled({ read_only: ['phone'] }), ruled({ read_only: ['phone'] }))).to.equal(true)
    expect(mayGrant(ruled({ read_only: ['phone', 'name'] }), ruled({ read_only: ['phone'] }))).to.equal(false)
    expect(mayGrant(ruled({ hidden: ['phone'] }), ruled({ hidden: ['phone'] }, 'clients_notes'))).to.equal(false)
    const twice = {
      ...free,
      fields: [
        { resource: CLIENTS, hidden: ['a'] },
        { resource: CLIENTS, hidden: ['b'] },
      ],
    }
    expect(mayGrant(twice, ruled({ hidden: ['a'] }))).to.equal(false)
    expect(mayGrant(free, ruled({ hidden: ['phone'] }))).to.equal(true)
  })

  it('with a condition on a field is refused to somebody who does not see it, because the records that are reached would tell its value', () => {
    const hiding = ruled({ hidden: ['phone'] })
    const asking = (where: string, resource = CLIENTS): Role => ({ ...hiding, conditions: [{ resource, where }] })
    for (const where of [
      'phone=1',
      'phone_like=1',
      'phone_gte=1',
      'phone_null=true',
      'phone_ne=1',
      'name=a&phone=mine',
    ])
      expect(mayGrant(hiding, asking(where)), where).to.equal(false)
    expect(mayGrant(hiding, asking('name=a'))).to.equal(true)
    expect(mayGrant(hiding, asking('phone=1', 'clients_notes'))).to.equal(true)
    expect(mayGrant(ruled({ read_only: ['phone'] }), { ...asking('phone=1') })).to.equal(true)
    expect(mayGrant([hiding, free], asking('phone=1'))).to.equal(true)
  })

  it('with the condition of one’s own role is allowed, but not with a narrower one on a field that one does not see', () => {
    const own = { ...ruled({ hidden: ['place'] }), conditions: [{ resource: CLIENTS, where: 'place=1&place=2' }] }
    expect(mayGrant(own, own)).to.equal(true)
    expect(mayGrant(own, { ...own, conditions: [{ resource: CLIENTS, where: 'place=1' }] })).to.equal(false)
    const elsewhere = { ...own, conditions: [...own.conditions, { resource: 'clients_notes', where: 'place=1' }] }
    expect(mayGrant(own, elsewhere)).to.equal(true)
  })
})

describe('Changing somebody', () => {
  const change = (by: Parameters<typeof granter>, holder: Parameters<typeof granter>) => () =>
    requireNotBeyond(granter(...by), { name: 'Ben', holder: { ...granter(...holder).holder, id: '8' } })
  const mine = limited('location_id=mine')

  it('is refused if they hold more', () => {
    expect(change([[free]], [[plainRole('some', ['jobs.view'])]])).to.throw(
      'You cannot change [Ben], who holds [jobs.view]',
    )
    expect(change([[free]], [[plainRole('some', ['clients.notes.view'])]])).to.not.throw()
  })

  it('is refused if their role is one’s own, but `me` and `mine` are other records for them', () => {
    expect(change([[limited('owner_id=me')]], [[limited('owner_id=me')]])).to.throw('[clients.*]')
    const one = { attributes: { location_id: ['1'] } }
    expect(change([[mine], one], [[mine], { attributes: { location_id: ['1', '2'] } }])).to.throw('[clients.*]')
    expect(change([[mine], one], [[mine], one])).to.not.throw()
    expect(change([[mine], one], [[mine]])).to.not.throw()
    expect(change([[mine, free], one], [[mine], { attributes: { location_id: ['2'] } }])).to.not.throw()
  })
})

describe('Looking as somebody', () => {
  const look = (by: Parameters<typeof granter>, holder: Parameters<typeof granter>) => () =>
    requireAllOf(granter(...by), { name: 'Ben', holder: { ...granter(...holder).holder, id: '8' } })
  const mine = limited('location_id=mine')

  it('is refused if they hold more, or `me` and `mine` are other records for them', () => {
    expect(look([[free]], [[plainRole('some', ['jobs.view'])]])).to.throw(
      'You cannot look at Atrium as [Ben], who holds [jobs.view]',
    )
    expect(look([[limited('owner_id=me')]], [[limited('owner_id=me')]])).to.throw('[clients.*]')
    expect(
      look([[mine], { attributes: { location_id: ['1'] } }], [[mine], { attributes: { location_id: ['2'] } }]),
    ).to.throw('[clients.*]')
  })

  it('is allowed if they reach some of the records that one reaches, or none', () => {
    expect(look([[free]], [[limited('owner_id=me')]])).to.not.throw()
    const two = { attributes: { location_id: ['1', '2'] } }
    expect(look([[mine], two], [[mine], { attributes: { location_id: ['2'] } }])).to.not.throw()
    expect(look([[mine], two], [[mine]])).to.not.throw()
  })
})

describe('Giving somebody values', () => {
  const mine = limited('location_id=mine')
  const give =
    (roles: Role[], change: { own?: string[]; before?: string[]; after?: string[]; field?: string }) => () => {
      const { own, before, after, field = 'location_id' } = change
      const by = granter(roles, { attributes: own ? { location_id: own } : {} })
      requireOwnValues(by, { before: before ? { [field]: before } : {}, after: after ? { [field]: after } : {} })
    }

  it('is refused for those that one lacks where one is limited to them', () => {
    expect(give([mine], { own: ['1', '2'], after: ['2', '3'] })).to.throw(
      'the value [3] of [location_id], because your own roles are limited to 1, 2.',
    )
    expect(give([mine], { after: ['3'] })).to.throw('limited to none.')
    expect(give([limited('location_id_ne=mine')], { own: ['1'], after: ['3'] })).to.throw('[location_id]')
    expect(give([limited('owner_id=me'), mine], { own: ['1'], after: ['3'] })).to.throw('[location_id]')
  })

  it('is refused without those that keep records from oneself', () => {
    const others = limited('location_id_ne=mine')
    expect(give([others], { own: ['1', '2'], before: ['1', '2'], after: ['1'] }))
      .to.throw('values of [location_id] without [2]')
      .with.include({ code: 'permission_denied', status: 403 })
    expect(give([others], { own: ['1', '2'], after: ['2'] })).to.throw('without [1]')
    expect(give([others], { own: ['1', '2'], after: ['2', '1'] })).to.not.throw()
    expect(give([others], { own: ['1', '2'], before: ['1', '3'], after: ['1', '3'] })).to.not.throw()
    expect(give([others], { own: ['1', '2'], before: ['1', '2'], after: [] })).to.not.throw()
    expect(give([others, mine], { own: ['1', '2'], after: ['1'] })).to.throw('without [2]')
  })

  it('is allowed for those that one has, or that they had before, and for fields without a limit', () => {
    expect(give([mine], { own: ['1', '2'], after: ['2'] })).to.not.throw()
    expect(give([mine], { own: ['1'], before: ['3'], after: ['1', '3'] })).to.not.throw()
    expect(give([mine], { own: ['1'] })).to.not.throw()
    expect(give([limited('location_id=4')], { after: ['3'] })).to.not.throw()
    expect(give([mine], { own: ['1'], after: ['3'], field: 'color' })).to.not.throw()
  })

  it('is free to somebody who may do everything everywhere', () => {
    expect(give([mine, plainRole('all', ['*'])], { own: ['1'], after: ['3'] })).to.not.throw()
    expect(give([mine, limited('status=open', { permissions: ['*'] })], { own: ['1'], after: ['3'] })).to.throw()
  })
})

describe('A role', () => {
  it('is an operator’s if it grants everything without a limit', () => {
    const everything = plainRole('all', ['x.y', '*'])
    expect(isOperatorRole(everything)).to.equal(true)
    for (const other of [
      free,
      { ...limited('a=1'), permissions: ['*'] },
      { ...ruled({ hidden: ['a'] }), permissions: ['*'] },
    ])
      expect(isOperatorRole(other)).to.equal(false)
  })
})
