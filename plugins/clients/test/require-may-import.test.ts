import { ApiError, type Caller } from '@atrium/sdk'
import { expect } from 'chai'
import { requireMayImport } from '../src/imports/may-import.ts'

const caller = (permissions: readonly string[], scope?: string): Caller => ({
  id: '1',
  kind: 'person',
  name: 'Ada',
  can: (permission) => permissions.includes(permission),
  scope: (table) =>
    table === 'clients_clients' && scope !== undefined ? [{ where: scope, hidden: [], read_only: [] }] : undefined,
})

const BOTH = ['clients.imports.create', 'clients.clients.create']

describe('An import', () => {
  it('is allowed for callers who may create any client', () => {
    expect(() => requireMayImport(caller(BOTH))).not.to.throw()
  })

  it('is refused to callers who may create no clients, or only some', () => {
    for (const who of [...BOTH.map((each) => caller([each])), caller(BOTH, 'owner=ada')])
      expect(() => requireMayImport(who))
        .to.throw(ApiError)
        .with.property('code', 'permission_denied')
  })
})
