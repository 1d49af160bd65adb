import { expect } from 'chai'
import { commonPermissions, decide, grantsOn, type Role } from '../../../../host/core/auth/grants.ts'
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

  it('name the one that grants, or what is missing and where', () => {
    const holder = { roles: [own, role('b', ['booking.*'])], limit: undefined }
    expect(decide(holder, VIEW)).to.deep.equal({ allowed: true, by: [{ role: own, permission: 'clients.clients.*' }] })
    expect(decide(holder, 'x.y')).to.deep.equal({ allowed: false, missing: 'x.y', from: 'roles' })
    expect(decide({ ...holder, limit: ['booking.*'] }, VIEW)).to.include({ allowed: false, from: 'token' })
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
  ]
  for (const [some, others, common] of cases) {
    it(`[${some.join(', ')}] and [${others.join(', ')}] have [${common.join(', ')}] in common`, () => {
      expect(commonPermissions(some, others)).to.deep.equal(common)
    })
  }
})
