import { expect } from 'chai'
import { createId } from '../../../../host/core/auth/secret.ts'
import { createPrincipal, toPrincipal } from '../../../../host/core/auth/identity.ts'

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

describe('An id', () => {
  it('is a UUID of version 7 that sorts by time', () => {
    const ids = [0, 1, 255, 256, Date.UTC(2026, 10, 20), Date.UTC(9999, 0)].map(createId)
    for (const id of ids) expect(id).to.match(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect([...ids].sort()).to.deep.equal(ids)
  })
})
