import { expect } from 'chai'
import { ITEMS, useTemplateHost } from '../../contract/template-host.ts'

interface Explained {
  readonly allowed: boolean
  readonly reason: string
  readonly detail: string
  readonly permission: string
  readonly about: string
  readonly person: { readonly path?: string }
  readonly roles: readonly { readonly label: string; readonly path?: string }[]
  readonly rules: readonly { readonly condition?: string; readonly where?: string; readonly field?: string }[]
  readonly grant?: {
    readonly role?: { readonly permissions: readonly string[]; readonly conditions: readonly object[] }
  }
  readonly roles_that_allow: readonly { readonly name: string }[]
}

const EXPLAIN = '/api/v1/platform/explain'
const CLERK = {
  ...{ name: 'clerk', label: 'Clerk', permissions: ['template.items.view'] },
  conditions: [{ resource: 'template_items', where: 'status=mine' }],
  fields: [{ resource: 'template_items', hidden: ['price'] }],
}

describe('“Why?”', () => {
  const { ask, create } = useTemplateHost()
  const made = { clerk: '', ada: '', item: 0 }
  const why = async (query: Record<string, string>) =>
    (await ask<Explained>(`${EXPLAIN}?${new URLSearchParams(query).toString()}`)).body
  const record = async (to: string, json: object) =>
    (await ask<{ id: string }>(`/api/v1/platform/${to}`, { method: 'POST', json })).body.id

  before('make a person with a limited role', async () => {
    made.clerk = await record('roles', CLERK)
    await record('roles', { name: 'head', label: 'Head', permissions: ['template.*'] })
    made.ada = await record('users', { name: 'Ada', roles: [made.clerk] })
    made.item = (await create({ status: 'draft' })).id
  })

  it('is answered for the path of a screen, in words, with the screens of the person and their roles', async () => {
    const { reason, about, permission, person, roles, roles_that_allow } = await why({
      person: made.ada,
      path: '/operations/items/create',
    })
    expect({ reason, about, permission }).to.deep.equal({
      reason: 'permission_missing',
      about: 'Create (Template: Items)',
      permission: 'template.items.create',
    })
    expect(person.path).to.equal(`/admin/users/${made.ada}`)
    expect(roles.map(({ label, path }) => [label, path])).to.deep.equal([['Clerk', `/admin/roles/${made.clerk}`]])
    expect(roles_that_allow.map(({ name }) => name))
      .to.include.members(['head', 'operator'])
      .and.not.include('clerk')
  })

  it('says that a list is narrowed, by which condition, and that nothing is theirs', async () => {
    for (const path of ['/operations/items', `${ITEMS}?q=saw`]) {
      const { allowed, reason, detail, rules, grant } = await why({ person: made.ada, path })
      expect([allowed, reason], path).to.deep.equal([true, 'records_limited'])
      expect(rules[0]).to.include({ condition: 'status=mine' }).and.not.have.property('where')
      expect(detail).to.contain('[Clerk] reaches only those with [status=mine]')
      expect(detail).to.contain('[Ada] has no values that [mine] could stand for')
      expect(grant?.role).to.deep.include({ permissions: ['template.items.view'], conditions: [] })
    }
  })

  it('says that a record is out of reach, or that a role hides a field of a list', async () => {
    const screen = await why({ person: made.ada, path: `/operations/items/${made.item}` })
    expect([screen.allowed, screen.reason]).to.deep.equal([false, 'record_out_of_reach'])
    const field = await why({ person: made.ada, path: ITEMS, field: 'price' })
    expect([field.allowed, field.reason, field.detail]).to.deep.equal([
      false,
      'field_hidden',
      '[Clerk] hides the field [price].',
    ])
  })

  it('is answered for a role as its preview shows it', async () => {
    const { person, reason } = await why({ role: made.clerk, path: '/operations/items' })
    expect([person, reason]).to.deep.equal([
      { id: made.clerk, name: 'Clerk', path: `/admin/roles/${made.clerk}` },
      'records_limited',
    ])
  })

  it('knows what everybody may who signs in', async () => {
    for (const permission of ['platform.shell.view', 'auth.me.view']) {
      expect((await why({ person: made.ada, permission })).allowed, permission).to.equal(true)
    }
  })

  it('says what is wrong with a question', async () => {
    for (const wrong of [
      { person: made.ada, path: '/operations/nothing' },
      { person: made.ada, path: '/api/v1/nothing' },
      { person: made.ada, role: made.clerk, path: ITEMS },
      { permission: 'template.items.view' },
    ]) {
      const answer = await why(wrong as unknown as Record<string, string>)
      expect(answer, JSON.stringify(wrong)).to.include({ status: 400, code: 'query_malformed' })
    }
    const { detail } = await why({ person: made.ada, permission: 'template.item.view' })
    expect(detail).to.contain('Did you mean [template.items.view]?')
  })
})
