import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { createTestDirectory } from '../../helpers/test-directory.ts'
import { packageJson, type PluginDirectory } from '../../helpers/plugin-directory.ts'
import { createUsersAndRoles } from '../../host/platform/users-and-roles.ts'
import { read } from '../template-host.ts'
import { writeLedger } from './ledger-plugin.ts'

const TABLE = 'ledger_entries'
const ROLES = [
  { name: 'reader', label: 'Reader', permissions: ['ledger.*', 'desk.notes.view'] },
  {
    ...{ name: 'clerk', label: 'Clerk', permissions: ['ledger.entries.*'] },
    conditions: [{ resource: TABLE, where: 'owner_id=me&status=open' }],
    fields: [{ resource: TABLE, hidden: ['secret'], read_only: ['amount'] }],
  },
  { name: 'auditor', label: 'Auditor', permissions: ['*.*.view'], fields: [{ resource: TABLE, hidden: ['memo'] }] },
]
const PEOPLE = { Ada: ['reader'], Ben: ['clerk', 'auditor'], Cem: ['clerk'], Dea: ['auditor'], Eve: [] }

describe('What everybody may do', () => {
  let host: TestHost
  let plugins: readonly PluginDirectory[]
  let dataDir: string
  let made: Awaited<ReturnType<typeof createUsersAndRoles>>
  const start = async () =>
    startTestHost({ plugins: plugins.map(({ directory }) => directory), dataDir, sqlite: 'sqlite3' })
  const admin = async <Body>(method: string, path: string, json?: unknown) => {
    const { status, body } = await read<Body>(await host.request(path, { method, ...(json !== undefined && { json }) }))
    expect(status, JSON.stringify(body)).to.be.lessThan(300)
    return body
  }

  before('start a host with five people', async () => {
    ;({ directory: dataDir } = await createTestDirectory())
    plugins = await writeLedger()
    host = await start()
    made = await createUsersAndRoles(host, { roles: ROLES, people: PEOPLE })
    await admin('POST', '/api/v1/ledger/entries', ENTRY)
  })
  after('close the host', () => host.close())

  /** By person: a hash of all that is allowed and refused, by which role and with which limits. The names of roles do not count. */
  async function hashes(): Promise<Record<string, string>> {
    const operations = ['ledger', 'desk'].flatMap((owner) => host.registries.operations.list(owner))
    const permissions = [...new Set(operations.map(({ permission = '' }) => permission))]
    const record = '/api/v1/ledger/entries/1'
    const questions: Record<string, string>[] = [
      ...permissions.map((permission) => ({ permission })),
      ...permissions.map((permission) => ({ record, permission })),
      ...Object.keys(ENTRY).flatMap((field) => ['see', 'change'].map((to) => ({ record, field, to }))),
    ]
    const all: Record<string, string> = {}
    for (const [name, person] of Object.entries(made.people)) {
      const hash = createHash('sha256')
      for (const question of questions) {
        const query = new URLSearchParams({ person, ...question }).toString()
        const { allowed, rules } = await admin<Explained>('GET', `/api/v1/platform/explain?${query}`)
        const limits = rules.map(({ role, ...limit }) => ({ ...limit, role: role.id }))
        hash.update(
          JSON.stringify({ question, allowed, limits: limits.sort((one, other) => (one.role < other.role ? -1 : 1)) }),
        )
      }
      all[name] = hash.digest('hex')
    }
    return all
  }

  const events: [string, () => Promise<unknown>][] = [
    [
      'a restart',
      async () => {
        await host.close()
        host = await start()
      },
    ],
    ['a reload', () => admin('POST', '/api/v1/plugins/ledger/reload')],
    [
      'an upgrade of a plugin, with another title and the same permissions',
      async () => {
        await plugins[0]?.write({ 'package.json': UPGRADED })
        await admin('POST', '/api/v1/plugins/ledger/reload')
        const { body } = await read<{ version: string }>(await host.request('/api/v1/plugins/ledger'))
        expect(body.version).to.equal('2.0.0')
      },
    ],
    [
      'deactivating and activating a plugin',
      async () => {
        await admin('POST', '/api/v1/plugins/ledger/deactivate')
        await admin('POST', '/api/v1/plugins/ledger/activate')
      },
    ],
    [
      'new names of roles and people',
      async () => {
        for (const [name, id] of Object.entries(made.roles))
          await admin('PATCH', `/api/v1/platform/roles/${id}`, { name: `z-${name}`, label: `New ${name}` })
        for (const [name, id] of Object.entries(made.people))
          await admin('PATCH', `/api/v1/platform/users/${id}`, { name: `${name} Renamed` })
      },
    ],
  ]
  for (const [what, happen] of events) {
    it(`is the same after ${what}`, async () => {
      const before = await hashes()
      expect(new Set(Object.values(before)).size, 'people who differ').to.equal(5)
      await happen()
      expect(await hashes()).to.deep.equal(before)
    })
  }

  const changes: [string, () => [path: string, values: object]][] = [
    ['permissions', () => [`roles/${made.roles.clerk}`, { permissions: ['ledger.entries.view'] }]],
    [
      'conditions',
      () => [`roles/${made.roles.auditor}`, { conditions: [{ resource: TABLE, where: 'status=closed' }] }],
    ],
    ['fields', () => [`roles/${made.roles.reader}`, { fields: [{ resource: TABLE, read_only: ['name'] }] }]],
    ['roles of a person', () => [`users/${made.people.Eve}`, { roles: [made.roles.reader] }]],
    ['a label', () => [`roles/${made.roles.reader}`, { label: 'Somebody who reads' }]],
  ]
  for (const [what, change] of changes) {
    it(`changes with ${what} for those whom the plan named, and nobody else`, async () => {
      const before = await hashes()
      const [path, values] = change()
      const { people } = await admin<{ people: { id: string }[] }>('POST', `/api/v1/platform/${path}/plan`, values)
      await admin('PATCH', `/api/v1/platform/${path}`, values)
      const now = await hashes()
      const changed = Object.keys(now).filter((name) => now[name] !== before[name])
      expect(people.map(({ id }) => id).sort()).to.deep.equal(changed.map((name) => made.people[name]).sort())
    })
  }
})

interface Explained {
  readonly allowed: boolean
  readonly rules: readonly { readonly role: { readonly id: string } }[]
}

const ENTRY = {
  ...{ name: 'Rent', owner_id: 'ada', place_id: 1, status: 'open', amount: 5, memo: 'May', secret: 'x', tags: ['a'] },
  ...{ day: '2026-01-01', starts_at: '2026-01-01T09:00:00.000Z' },
}

const UPGRADED = packageJson({
  ...{ name: '@acme/atrium-ledger', version: '2.0.0' },
  atrium: { id: 'ledger', title: 'Journal' },
})
