import { as_caller } from '@atrium/sdk/host'
import { expect } from 'chai'
import { plainRole, type Role } from '../../../../host/core/auth/grants.ts'
import { createId } from '../../../../host/core/auth/secret.ts'
import {
  configuredTokens,
  createPrincipal,
  everybodysRole,
  hasFieldRules,
  isLackOfToken,
  type KnownCaller,
  toPrincipal,
} from '../../../../host/core/auth/identity.ts'

const holding = (...permissions: string[]) => createPrincipal({ id: '1', kind: 'person', name: 'Ada', permissions })

describe('The permissions of a caller', () => {
  const cases = [
    [['*'], 'clients.notes.view', true],
    [['clients.notes.view'], 'clients.notes.view', true],
    [['clients.notes.view'], 'clients.notes.update', false],
    [['clients.*'], 'clients.notes.view', true],
    [['clients.*'], 'clients', false],
    [['clients.*'], 'clients-archive.notes.view', false],
    [['clients.notes.*'], 'clients.notes.view', true],
    [['clients.notes.*'], 'clients.people.view', false],
    [['*.*.view'], 'clients.notes.view', true],
    [['*.*.view'], 'clients.notes.update', false],
    [['*.*.view'], 'platform.users.view', false],
    [['*.*.*'], 'platform.users.view', false],
    [['*.*.view'], 'platforms.list.view', true],
    [['*.notes.view'], 'clients.x.notes.view', false],
    [['ai-agents.*'], 'ai-agents.chat.send', true],
    [['clients.notes.vi*'], 'clients.notes.view', false],
    [[], 'clients.notes.view', false],
  ] as const
  for (const [granted, wanted, expected] of cases) {
    it(`[${granted.join(', ')}] ${expected ? 'grants' : 'does not grant'} ${wanted}`, () => {
      expect(holding(...granted).can(wanted)).to.equal(expected)
    })
  }

  it('always include reading and ending their own session', () => {
    const caller = holding('clients.*')
    expect(caller.can('auth.me.view')).to.equal(true)
    expect(caller.permissions).to.deep.equal(['clients.*', 'auth.*'])
    expect(holding('*').permissions).to.deep.equal(['*'])
  })

  it('include the use of the shell for everybody who signs in', () => {
    const session = { id: '1', expires_at: '2030-01-01T00:00:00.000Z' }
    const person = createPrincipal({ id: '1', kind: 'person', name: 'Ada', permissions: ['clients.*'], session })
    expect([person.can('platform.shell.view'), person.can('platform.plugins.view')]).to.deep.equal([true, false])
    expect(holding('clients.*').can('platform.shell.view')).to.equal(false)
  })

  it('are kept when somebody acts on their behalf', () => {
    const agent = { ...holding('clients.*'), kind: 'agent' as const }
    expect(toPrincipal(agent).permissions).to.include('clients.*')
  })

  it('are unknown for a caller without credentials', () => {
    const system = { id: 'system', kind: 'system', name: 'System', can: () => true, scope: () => undefined } as const
    expect(() => toPrincipal(system))
      .to.throw('[system] has not signed in')
      .with.include({ status: 401 })
  })
})

describe('The roles of a caller', () => {
  const known = { id: '1', kind: 'person', name: 'Ada' } as const
  const clients: Role = { ...plainRole('clients', ['clients.*']), id: 'r1' }

  it('include the permissions held besides roles as one more role, if there are any', () => {
    const names = (given: Partial<KnownCaller>) =>
      createPrincipal({ ...known, ...given }).holder.roles.map(({ name }) => name)
    expect(names({ permissions: ['jobs.*'], roles: [clients] })).to.deep.equal(['own permissions', 'clients'])
    expect(names({ roles: [clients] })).to.deep.equal(['clients'])
    expect(names({})).to.deep.equal([])
  })

  it('are those of everybody: to use their own account, and for a person the shell', () => {
    expect(everybodysRole('person').permissions).to.deep.equal(['auth.*', 'platform.shell.view'])
    expect(everybodysRole('service').permissions).to.deep.equal(['auth.*'])
  })
})

describe('A caller in a preview', () => {
  const preview = { kind: 'person', id: '1', name: 'Ada', by: holding('*') } as const
  const previewed = (kind: 'person' | 'token', permissions: string[]) =>
    createPrincipal({ id: '1', kind, name: 'Ada', permissions, preview })

  it('sees who it is, but has no account, not even with every permission', () => {
    for (const permissions of [['*'], ['clients.*', 'auth.*']]) {
      const caller = previewed('person', permissions)
      const asked = ['auth.me.view', 'auth.me.update', 'clients.notes.view', 'platform.shell.view']
      expect(asked.map((each) => caller.can(each))).to.deep.equal([true, false, true, true])
    }
    expect(previewed('person', ['clients.*']).can('jobs.list.view')).to.equal(false)
  })

  it('has the shell only as a person', () => {
    expect(previewed('person', []).permissions).to.deep.equal(['auth.me.view', 'platform.shell.view'])
    expect(previewed('token', []).permissions).to.deep.equal(['auth.me.view'])
  })
})

describe('What a caller reaches of a table', () => {
  const limited: Role = {
    ...plainRole('limited', ['clients.*']),
    conditions: [{ resource: 'clients_clients', where: 'owner_id=me' }],
  }
  const noting: Role = {
    ...plainRole('noting', ['notes.*']),
    fields: [{ resource: 'clients_notes', hidden: ['text'] }],
  }
  const given = { id: 't', kind: 'token', name: 'T', roles: [limited, noting], owner_id: '7' } as const
  const reach = (table: string, permission?: string) => {
    const caller = createPrincipal(given)
    return as_caller(caller, () => [caller.scope(table), caller.scope(table)], { permission })
  }

  it('is what the roles allow that grant the present call, with the values of the owner, each time', () => {
    const own = [{ where: 'owner_id=7', hidden: [], read_only: [] }]
    expect(reach('clients_clients', 'clients.clients.view')).to.deep.equal([own, own])
    expect(reach('clients_clients')).to.deep.equal([own, own])
    expect(reach('clients_clients', 'jobs.list.view')).to.deep.equal([[], []])
    expect(reach('clients_notes', 'notes.notes.view')[0]).to.deep.equal([
      { where: '', hidden: ['text'], read_only: [] },
    ])
    expect(reach('clients_notes', 'clients.notes.view')).to.deep.equal([undefined, undefined])
  })

  it('is everything in a table without rules', () => {
    expect(reach('clients_calls', 'jobs.list.view')).to.deep.equal([undefined, undefined])
    expect(holding('clients.*').scope('clients_clients')).to.equal(undefined)
  })

  it('differs between two permissions and two tables', () => {
    const caller = createPrincipal({ ...given, roles: [limited, plainRole('all', ['notes.*'])] })
    const under = (permission: string, table = 'clients_clients') =>
      as_caller(caller, () => caller.scope(table), { permission })
    expect(under('clients.clients.view')).to.have.length(1)
    expect(under('notes.notes.view')).to.equal(undefined)
    expect(under('clients.clients.view', 'clients_notes')).to.equal(undefined)
    const during = as_caller(caller, () => caller.scope('clients_clients', 'clients.clients.view'), {
      permission: 'notes.notes.view',
    })
    expect(during, 'another permission than that of the call').to.have.length(1)
  })

  it('may be without some fields', () => {
    expect(hasFieldRules(createPrincipal(given))).to.equal(true)
    expect(hasFieldRules(createPrincipal({ ...given, roles: [limited] }))).to.equal(false)
    expect(hasFieldRules({ id: 's', kind: 'system', name: 'S', can: () => true, scope: () => undefined })).to.equal(
      false,
    )
  })
})

describe('A token', () => {
  it('lacks what its owner holds and it does not include', () => {
    const roles = [plainRole('clients', ['clients.*'])]
    const token = createPrincipal({ id: '1', kind: 'token', name: 'T', roles, limit: ['jobs.*'], token: { id: 't' } })
    expect(isLackOfToken(token, 'clients.notes.view')).to.equal(true)
    expect(isLackOfToken(token, 'jobs.list.view')).to.equal(false)
    expect(isLackOfToken(holding('clients.*'), 'clients.notes.view')).to.equal(false)
  })

  it('of the configuration names its holder each time, and no other token does', () => {
    const tokens = configuredTokens([
      { token: 'first-token', id: 'dev', name: 'Developer', by: 'bearer' },
      { token: 'second-token', id: 'cli', name: 'Command line', by: 'cli' },
    ])
    for (const [token, id, by] of [
      ['second-token', 'cli', 'cli'],
      ['first-token', 'dev', 'bearer'],
      ['first-token', 'dev', 'bearer'],
    ] as const) {
      const identity = tokens.identityOf(token)
      expect([identity?.caller.id, identity?.caller.permissions, identity?.by]).to.deep.equal([id, ['*'], by])
    }
    for (const token of ['', 'first-toke', 'first-token-', 'third-token', 'third-token'])
      expect(tokens.identityOf(token), token).to.equal(undefined)
    expect(tokens.identities.map(({ caller }) => caller.name)).to.deep.equal(['Developer', 'Command line'])
  })
})

describe('An id', () => {
  it('is a UUID of version 7 that sorts by time', () => {
    const ids = [0, 1, 255, 256, Date.UTC(2026, 10, 20), Date.UTC(9999, 0)].map(createId)
    for (const id of ids) expect(id).to.match(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect([...ids].sort()).to.deep.equal(ids)
  })
})
