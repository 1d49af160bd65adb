import { expect } from 'chai'
import { ITEMS, TEMPLATE, useTemplateHost } from '../../contract/template-host.ts'
import { createPluginDirectory, packageJson } from '../../helpers/plugin-directory.ts'

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
  readonly withheld?: readonly { readonly name: string; readonly label: string }[]
  readonly roles_that_allow: readonly { readonly name: string }[]
}

const EXPLAIN = '/api/v1/platform/explain'
const CLERK = {
  ...{ name: 'clerk', label: 'Clerk', permissions: ['template.items.view'] },
  conditions: [{ resource: 'template_items', where: 'status=mine' }],
  fields: [{ resource: 'template_items', hidden: ['price'] }],
}

/** A plugin with a field that its schema shows to few. */
const SAFES = {
  'package.json': packageJson({ name: 'safes', atrium: { id: 'safes', title: 'Safes' } }),
  'migrations/0001_safes.ts': `
export const up = (db) => db.schema.createTable('safes_safes', (table) => {
  table.increments('id')
  for (const name of ['name', 'pin']) table.text(name)
  table.integer('version').notNullable()
})`,
  'src/index.ts': `
import { table_store, Type } from '@atrium/sdk'
const Safe = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  pin: Type.String({ title: 'PIN', permission: 'safes.pins.view' }),
})
export const register_routes = (routes, { db }) => routes.records('/safes/{id}', table_store(db, 'safes_safes', Safe))
`,
}

describe('“Why?”', () => {
  const template = useTemplateHost(async () => {
    const safes = await createPluginDirectory(SAFES, { name: 'safes' })
    return { plugins: [TEMPLATE, safes.directory] }
  })
  const { ask, create } = template
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

  it('takes a screen, a list or a record as people name it: by name, path or address', async () => {
    const about = async (path: string) => {
      const { permission, rules } = await why({ person: made.ada, path })
      return [permission, rules[0] && 'meets' in rules[0]]
    }
    for (const list of ['items', ' Items ', 'template/items', 'operations/items/', '/office/operations/items?q=saw'])
      expect(await about(list), list).to.deep.equal(['template.items.view', false])
    const { item } = made
    for (const record of [
      `template/items/${item}`,
      `https://atrium.example.com/office/operations/items/${item}?tab=1#notes`,
      `https://atrium.example.com/office${ITEMS}/${item}`,
      `localhost:4000/operations/items/${item}`,
    ])
      expect(await about(record), record).to.deep.equal(['template.items.view', true])
  })

  it('proposes the screen or the person that was probably meant', async () => {
    for (const [path, near] of [
      ['Itmes', '[Items] at [/operations/items]'],
      ['/operations/itmes', '[/operations/items]'],
      [`operations/itmes/${made.item}/edit`, `[/operations/items/${made.item}/edit]`],
    ] as const)
      expect((await why({ person: made.ada, path })).detail).to.contain(`Did you mean ${near}?`)
    const { detail } = await why({ person: 'Adda', permission: 'template.items.view' })
    expect(detail).to.equal(`There is nobody with the id [Adda]. Did you mean [Ada]? Send the id [${made.ada}].`)
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

  it('names the fields of a list or record that are withheld, by what people read', async () => {
    for (const path of [ITEMS, '/operations/items'])
      expect((await why({ person: made.ada, path })).withheld, path).to.deep.equal([{ name: 'price', label: 'Price' }])
    const own = (await create({ status: 'active' })).id
    const active = await record('users', { name: 'Active', roles: [made.clerk], attributes: { status: ['active'] } })
    expect((await why({ person: active, path: `${ITEMS}/${own}` })).withheld?.map(({ name }) => name)).to.deep.equal([
      'price',
    ])
    expect((await why({ person: active, path: ITEMS, field: 'name' })).withheld).to.equal(undefined)
    expect((await why({ person: made.ada, path: `${ITEMS}/${made.item}` })).withheld).to.equal(undefined)
  })

  it('says that a field requires a permission of its own, and what a role with it would change', async () => {
    const keeper = await record('roles', { name: 'keeper', label: 'Keeper', permissions: ['safes.safes.view'] })
    const opener = await record('roles', { name: 'opener', label: 'Opener', permissions: ['safes.pins.view'] })
    const kim = await record('users', { name: 'Kim', roles: [keeper] })
    await ask('/api/v1/safes/safes', { method: 'POST', json: { name: 'Old', pin: '1234' } })
    const asked = { person: kim, path: '/api/v1/safes/safes/1', field: 'pin' }
    const { allowed, reason, detail, grant, roles_that_allow } = await why(asked)
    expect([allowed, reason]).to.deep.equal([false, 'field_permission_missing'])
    expect(detail).to.equal('The field [pin] requires [safes.pins.view], which no role of [Kim] grants.')
    expect(grant?.role).to.deep.include({ permissions: ['safes.pins.view'], conditions: [] })
    expect(roles_that_allow.map(({ name }) => name)).to.include('opener')
    expect((await why({ person: kim, path: 'safes/safes/1' })).withheld).to.deep.equal([{ name: 'pin', label: 'PIN' }])
    await ask(`/api/v1/platform/users/${kim}`, { method: 'PATCH', json: { roles: [keeper, opener] } })
    expect((await why(asked)).reason).to.equal('granted')
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

  describe('asked by somebody who may explain, but sees only some records or fields,', () => {
    const asking = { draft: '', priceless: '', blind: '', seller: '' }
    const asked = async (by: string, query: Record<string, string>) =>
      (
        await ask<Explained & { status?: number; code?: string }>(
          `${EXPLAIN}?${new URLSearchParams(query).toString()}`,
          { headers: { authorization: `Bearer ${by}` } },
        )
      ).body
    const asker = async (name: string, limits: object, permissions = ['template.items.view']) => {
      permissions.push('platform.explain.view')
      const role = await record('roles', { name, label: name, permissions, ...limits })
      const id = await record('users', { name, kind: 'service', roles: [role] })
      const token = { name, user_id: id, permissions }
      return (await ask<{ secret: string }>('/api/v1/platform/tokens', { method: 'POST', json: token })).body.secret
    }

    before('make them', async () => {
      const resource = 'template_items'
      asking.draft = await asker('sees-active', { conditions: [{ resource, where: 'status=active' }] })
      asking.priceless = await asker('priceless', { fields: [{ resource, hidden: ['price'] }] })
      asking.blind = await asker('blind', {}, [])
      const conditions = [{ resource, where: 'price_gte=100' }]
      const permissions = ['template.items.view']
      const dear = await record('roles', { name: 'dear', label: 'Dear', permissions, conditions })
      asking.seller = await record('users', { name: 'Seller', roles: [dear] })
    })

    it('is not answered about a record that they do not reach, as if there were none', async () => {
      const about = (id: number) => ({ person: made.ada, record: `${ITEMS}/${id}` })
      const beyond = await asked(asking.draft, about(made.item))
      const missing = await asked(asking.draft, about(99_999))
      expect([beyond.status, beyond.code]).to.deep.equal([404, 'record_not_found'])
      expect(beyond.detail.replace(`${made.item}`, '')).to.equal(missing.detail.replace('99999', ''))
      const screen = await asked(asking.draft, { person: made.ada, path: `/operations/items/${made.item}` })
      expect(screen.status).to.equal(404)
      const own = (await create({ status: 'active' })).id
      expect((await asked(asking.draft, about(own))).reason).to.equal('record_out_of_reach')
      const blind = await asked(asking.blind, about(own))
      expect([blind.status, blind.detail]).to.deep.equal([
        403,
        '[GET /api/v1/template/items/{item_id}] requires the permission [template.items.view]. Ask an operator to grant it.',
      ])
    })

    it('is answered about a screen that is not theirs, also to themselves', async () => {
      const { person } = await asked(asking.draft, { role: made.clerk, path: ITEMS })
      expect(person).to.include({ id: made.clerk })
      const [own] = (await ask<{ id: string }[]>('/api/v1/platform/users?name=sees-active')).body
      const why = await asked(asking.draft, { person: own?.id ?? '', path: '/operations/items/create' })
      expect(why.detail).to.equal('No role of [sees-active] grants [template.items.create].')
    })

    it('is answered only about people whom they reach, and by e-mail only if they see it', async () => {
      const email = 'Rosa@example.com'
      const rosa = await record('users', { name: 'Rosa', email })
      const resource = 'platform_users'
      const nearby = await asker('nearby', { conditions: [{ resource, where: 'name=Ada' }] })
      const nameless = await asker('nameless', { fields: [{ resource, hidden: ['email'] }] })
      const about = (by: string, person: string) => asked(by, { person, permission: 'template.items.view' })
      expect((await about(nearby, made.ada)).reason).to.equal('granted')
      expect((await about(nameless, rosa)).reason).to.equal('permission_missing')
      for (const [by, person] of [
        [nearby, rosa],
        [nearby, email],
        [nameless, email],
      ] as const)
        expect((await about(by, person)).code, person).to.equal('record_not_found')
      const detail = async (person: string) => (await about(nearby, person)).detail.replace(person, 'X')
      expect(await detail(rosa)).to.equal(await detail('no-such-id'))
      const [others] = (await ask<{ id: string }[]>('/api/v1/platform/tokens?name=nameless')).body
      const token = others?.id ?? ''
      const guessed = await asked(nearby, { person: made.ada, token, permission: 'template.items.view' })
      expect([guessed.status, guessed.detail]).to.deep.equal([400, `[token]: [${token}] is not a token of [Ada].`])
      expect((await about(template.host.token, 'rosa@EXAMPLE.com')).person).to.include({ id: rosa })
    })

    it('is not answered where it would tell a field of people that they do not see', async () => {
      const resource = 'platform_users'
      const roleless = await asker('roleless', { fields: [{ resource, hidden: ['roles'] }] })
      const valueless = await asker('valueless', { fields: [{ resource, hidden: ['attributes'] }] })
      const { detail: hidden } = await asked(roleless, { person: made.ada, permission: 'template.items.view' })
      expect(hidden).to.include('[roles]')
      const values = await asked(valueless, { person: made.ada, path: ITEMS })
      expect([values.status, values.code]).to.deep.equal([403, 'permission_denied'])
      expect(values.detail).to.include('[attributes]')
      expect((await asked(valueless, { person: made.ada, permission: 'template.items.view' })).reason).to.equal(
        'granted',
      )
      expect((await asked(roleless, { role: made.clerk, path: ITEMS })).reason).to.equal('records_limited')
    })

    it('is not answered where a condition would tell the value of a field that they do not see', async () => {
      const refused = await asked(asking.priceless, { person: asking.seller, record: `${ITEMS}/${made.item}` })
      expect([refused.status, refused.code]).to.deep.equal([403, 'permission_denied'])
      expect(refused.detail).to.contain('[price]')
      const query = { person: made.ada, record: `${ITEMS}/${made.item}` }
      const told = await asked(asking.priceless, query)
      expect(told.reason).to.equal('record_out_of_reach')
      const names = ({ roles_that_allow }: Explained) => roles_that_allow.map(({ name }) => name)
      await ask(`${ITEMS}/${made.item}`, { method: 'PATCH', json: { price: 200 } })
      expect(names(await why(query))).to.include('dear')
      expect(names(await asked(asking.priceless, query))).not.to.include('dear')
    })
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
