import { expect } from 'chai'
import { compareGrants } from '../../../../host/core/auth/compare-grants.ts'
import { type Holder, plainRole, type Role } from '../../../../host/core/auth/grants.ts'

const holding = (...roles: Role[]): Holder => ({ id: '7', roles, attributes: {}, limit: undefined })
const EXISTING = ['clients.clients.view', 'clients.clients.update', 'clients.notes.view', 'jobs.list.view']
const compare = (before: Holder, after: Holder) => compareGrants(before, after, { before: EXISTING, after: EXISTING })
const clients = plainRole('clients', ['clients.clients.*'])
const open: Role = { ...clients, conditions: [{ resource: 'clients_clients', where: 'status=open' }] }

describe('A change of grants', () => {
  it('says what is gained and what is lost, and nothing if all stays as it was', () => {
    expect(compare(holding(clients), holding(plainRole('some', ['clients.clients.view', 'jobs.*'])))).to.deep.equal({
      gains: ['jobs.list.view'],
      loses: ['clients.clients.update'],
      limits: [],
    })
    expect(compare(holding(clients), holding(clients))).to.equal(undefined)
    expect(compare(holding(clients), holding(plainRole('same', [...EXISTING.slice(0, 2)])))).to.equal(undefined)
    expect(compare(holding(open), holding({ ...open, name: 'other' }))).to.equal(undefined)
  })

  it('says where what is kept reaches other records or fields, once for all permissions with the same reach', () => {
    const after = holding(
      { ...open, fields: [{ resource: 'clients_notes', hidden: ['text'] }] },
      plainRole('notes', ['clients.notes.view']),
    )
    const permissions = ['clients.clients.view', 'clients.clients.update']
    const reached = [{ where: 'status=open', hidden: [], read_only: [] }]
    expect(compare(holding(clients, plainRole('notes', ['clients.notes.view'])), after)).to.deep.equal({
      gains: [],
      loses: [],
      limits: [
        { resource: 'clients_clients', permissions, before: null, after: reached },
        {
          resource: 'clients_notes',
          permissions,
          before: null,
          after: [{ where: '', hidden: ['text'], read_only: [] }],
        },
      ],
    })
    expect(compare(after, holding(clients, plainRole('notes', ['clients.notes.view'])))?.limits[0]).to.deep.equal({
      ...{ resource: 'clients_clients', permissions, before: reached, after: null },
    })
  })

  it('does not mention the reach of what is gained or lost', () => {
    expect(compare(holding(), holding(open))?.limits).to.deep.equal([])
    expect(compare(holding(open), holding())?.limits).to.deep.equal([])
  })
})
