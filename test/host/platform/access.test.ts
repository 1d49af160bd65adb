import type { Choice } from '@atrium/sdk/documents'
import { expect } from 'chai'
import type { HistoryEntry } from '../../../host/core/operations/history.ts'
import { type Answer, eachTemplateDatabase, type Init, ITEMS, read } from '../../contract/template-host.ts'

interface Made {
  readonly id: string
  readonly secret: string
}

interface Audited {
  readonly action: string
  readonly changes: readonly { field: string; to?: string; left_out?: string }[]
}

const PLATFORM = '/api/v1/platform'
const SHELL = 'platform.shell.view'

eachTemplateDatabase((template) => {
  const { ask, create } = template
  const post = <Body>(to: string, json?: object) =>
    ask<Body>(`${PLATFORM}${to}`, { method: 'POST', ...(json && { json }) })
  let names = 0

  /** A service account with one role, and a token with which it asks. */
  const holderOf = async (permissions: string[], limits: object = {}) => {
    names += 1
    const role = await post<Made>('/roles', { name: `role-${names}`, label: `Role ${names}`, permissions, ...limits })
    const user = await post<Made>('/users', { name: `Robot ${names}`, kind: 'service', roles: [role.body.id] })
    const token = await post<Made>('/tokens', { name: 'For tests', user_id: user.body.id, permissions })
    const { secret } = token.body
    return {
      role: role.body.id,
      user: user.body.id,
      secret,
      ask: async <Body>(to: string, init: Init = {}): Promise<Answer<Body>> =>
        read(
          await template.host.request(to, { ...init, headers: { ...init.headers, authorization: `Bearer ${secret}` } }),
        ),
    }
  }

  describe('People, roles and tokens', () => {
    it('are managed like any records, with history and ETags', async () => {
      const { body, headers } = await post<Made>('/roles', {
        name: 'clerk',
        label: 'Clerk',
        permissions: ['template.items.view'],
      })
      const path = `${PLATFORM}/roles/${body.id}`
      const first = headers.get('etag') ?? ''
      const changed = await ask(path, {
        method: 'PATCH',
        json: { label: 'Head clerk' },
        headers: { 'if-match': first },
      })
      expect(changed.status).to.equal(200)
      const stale = await ask(path, { method: 'PATCH', json: { label: 'X' }, headers: { 'if-match': first } })
      expect([stale.status, stale.body.code]).to.deep.equal([412, 'version_mismatch'])
      const entries = await ask<HistoryEntry[]>(`${path}/history`)
      expect(entries.body[0]?.changes).to.deep.equal([{ field: 'label', from: 'Clerk', to: 'Head clerk' }])
      expect((await ask<Made[]>(`${PLATFORM}/roles?q=head`)).body.map(({ id }) => id)).to.deep.equal([body.id])
    })

    it('are listed whatever name a person has chosen', async () => {
      const user = await post<Made>('/users', { name: 'Lou', email: 'lou@example.org', kind: 'person' })
      const link = await post<{ url: string }>(`/users/${user.body.id}/invitation`)
      const name = 'L'.repeat(200)
      const accepted = await template.host.request('/api/v1/auth/links/accept', {
        method: 'POST',
        json: { token: /token=(.+)$/.exec(link.body.url)?.[1], password: 'violet tractor humming 41', name },
      })
      expect(accepted.status, await accepted.clone().text()).to.equal(201)
      const listed = await ask<{ name: string }[]>(`${PLATFORM}/users?id=${user.body.id}`)
      expect([listed.status, listed.body[0]?.name]).to.deep.equal([200, name])
      const changed = await ask(`${PLATFORM}/users/${user.body.id}`, {
        method: 'PUT',
        json: { ...listed.body[0], email: 'lu@example.org' },
      })
      expect(changed.status, JSON.stringify(changed.body)).to.equal(200)
    })

    it('are read anew when a field changes that their version does not count', async () => {
      const user = await post<Made>('/users', { name: 'Ira', email: 'ira@example.org', kind: 'person' })
      const path = `${PLATFORM}/users/${user.body.id}`
      const before = await ask<{ state: string }>(path)
      const link = await post<{ url: string }>(`/users/${user.body.id}/invitation`)
      expect(link.status, JSON.stringify(link.body)).to.be.below(300)
      const token = /token=(.+)$/.exec(link.body.url)?.[1]
      const accepted = await template.host.request('/api/v1/auth/links/accept', {
        method: 'POST',
        json: { token, password: 'violet tractor humming 41' },
      })
      expect(accepted.status, await accepted.clone().text()).to.be.below(300)
      const headers = { 'if-none-match': before.headers.get('etag') ?? '' }
      const now = await ask<{ state: string }>(path, { headers })
      expect([before.body.state, now.status, now.body.state]).to.deep.equal(['invited', 200, 'active'])
    })

    it('hide a field from whoever has kept the record with it, and show it again', async () => {
      const item = await ask<Made>('/api/v1/template/items', {
        method: 'POST',
        json: { name: 'Chair', price: 1, notes: 'x' },
      })
      const to = `/api/v1/template/items/${item.body.id}`
      const permissions = ['template.items.view', 'template.items.update']
      const holder = await holderOf(permissions)
      const read = (etag: string | null) =>
        holder.ask<{ notes?: string }>(to, { headers: { 'if-none-match': etag ?? '' } })
      const limit = (hidden: string[]) =>
        ask(`${PLATFORM}/roles/${holder.role}`, {
          method: 'PATCH',
          json: { fields: hidden.length > 0 ? [{ resource: 'template_items', hidden }] : [] },
        })
      const whole = (await read(null)).headers.get('etag')
      expect((await read(whole)).status).to.equal(304)
      await limit(['notes'])
      const part = await read(whole)
      expect([part.status, part.body.notes]).to.deep.equal([200, undefined])
      const etag = part.headers.get('etag')
      expect((await read(etag)).status).to.equal(304)
      const renamed = { method: 'PATCH', json: { name: 'Stool' }, headers: { 'if-match': etag ?? '' } }
      expect((await holder.ask(to, renamed)).status).to.equal(200)
      const next = (await read(null)).headers.get('etag')
      await limit([])
      expect(await read(next))
        .to.deep.include({ status: 200 })
        .and.have.nested.property('body.notes', 'x')
    })

    it('refuse a role that requires a way to sign in which this host does not offer', async () => {
      const role = { name: 'staff', label: 'Staff', permissions: [], sign_in_with: 'oidc' }
      const { status, body } = await post<{ errors: Record<string, string> }>('/roles', role)
      expect(status).to.equal(422)
      expect(body.errors.sign_in_with).to.include('No identity provider is configured').and.to.include('panels.config')
    })

    it('refuse to leave nobody who may do everything', async () => {
      const { body } = await ask<{ id: string; name: string }[]>(`${PLATFORM}/users?name=Operator`)
      const { status, body: problem } = await post<{ code: string }>(`/users/${body[0]?.id}/disable`)
      expect([status, problem.code]).to.deep.equal([409, 'last_operator'])
    })

    it('follow at once: who is disabled is refused', async () => {
      const robot = await holderOf(['template.items.view'])
      expect((await robot.ask(ITEMS)).status).to.equal(200)
      await post(`/users/${robot.user}/disable`)
      expect((await robot.ask(ITEMS)).status).to.equal(401)
    })

    it('refuse to a token what it does not include, and say that its owner could', async () => {
      const { user } = await holderOf(['template.items.view', 'template.items.create'])
      const json = { name: 'Small', user_id: user, permissions: ['template.items.view'] }
      const { body } = await post<Made>('/tokens', json)
      const headers = { authorization: `Bearer ${body.secret}` }
      const refused = await read<{ detail: string }>(
        await template.host.request(ITEMS, { method: 'POST', json: { name: 'Chair' }, headers }),
      )
      expect([refused.status, refused.body.detail]).to.deep.equal([
        403,
        `[POST ${ITEMS}] requires the permission [template.items.create]. The owner of the token holds it, but the token does not include it. Use a token that does.`,
      ])
    })

    it('refuse everything to a caller without a permission, and name it', async () => {
      const robot = await holderOf([SHELL])
      for (const list of [
        'users',
        'roles',
        'tokens',
        'sessions',
        'jobs',
        'hosts',
        'plugins',
        'audit',
        'record-types',
      ]) {
        const { status, body } = await robot.ask<{ code: string; detail: string }>(`${PLATFORM}/${list}`)
        expect([status, body.code], list).to.deep.equal([403, 'permission_denied'])
        expect(body.detail).to.contain(`[platform.${list}.view]`)
      }
    })
  })

  describe('An invitation', () => {
    it('is a link that is shown once and works once', async () => {
      const { body: ada } = await post<Made>('/users', { name: 'Ada', email: `ada${(names += 1)}@example.com` })
      const { body } = await post<{ url: string }>(`/users/${ada.id}/invitation`)
      expect(body.url).to.match(/\/welcome#/)
      const secret = body.url.split('=').at(-1) ?? ''
      expect(JSON.stringify((await ask(`${PLATFORM}/audit?_limit=500`)).body)).not.to.contain(secret)
    })

    it('leaves a row in the audit log when it is accepted, with the name of the person, and none when it is opened', async () => {
      const { body: eve } = await post<Made>('/users', { name: 'Eve', email: `eve${(names += 1)}@example.com` })
      const { body } = await post<{ url: string }>(`/users/${eve.id}/invitation`)
      const token = body.url.split('=').at(-1) ?? ''
      const send = (to: string, json: object) =>
        ask(`/api/v1/auth/links/${to}`, {
          ...{ method: 'POST', json },
          headers: { authorization: '', origin: template.host.url },
        })
      expect((await send('open', { token })).status).to.equal(200)
      expect((await send('accept', { token, password: 'seven wild plum trees' })).status).to.equal(201)
      const rows = await ask<{ person: string; action: string }[]>(`${PLATFORM}/audit?plugin=auth&_sort=id&_order=desc`)
      expect(rows.body.filter(({ action }) => action.includes('without using it up'))).to.deep.equal([])
      expect(rows.body[0]).to.include({ person: 'Eve' })
    })
  })

  describe('The secret of a token', () => {
    it('is in one answer only: not in lists, the audit log, or the answer of a repeated request', async () => {
      const init = {
        method: 'POST',
        json: { name: 'Backup', permissions: ['template.items.view'], user_id: (await holderOf(['*'])).user },
        headers: { 'idempotency-key': `backup-${names}` },
      }
      const { status, headers, body } = await ask<Made>(`${PLATFORM}/tokens`, init)
      expect(status).to.equal(201)
      expect(headers.get('cache-control')).to.equal('no-store')
      expect(body.secret).to.match(/^atr_/)
      const again = await ask<Made>(`${PLATFORM}/tokens`, init)
      expect([again.body.id, again.body.secret]).to.deep.equal([body.id, undefined])
      for (const path of ['tokens', `tokens/${body.id}`, `tokens/${body.id}/history`, 'audit?_limit=500']) {
        const answer = await ask(`${PLATFORM}/${path}`)
        expect(answer.status, path).to.equal(200)
        expect(JSON.stringify(answer.body), path).not.to.contain(body.secret)
      }
    })
  })

  describe('A token or role with a permission that is misspelt', () => {
    const SLIPS = [
      ['template.items.viwe', 'template.items.view'],
      ['template.item.update', 'template.items.update'],
      ['templat.items.view', 'template.items.view'],
      ['platform.token.view', 'platform.tokens.view'],
    ] as const
    const POSSIBLE = ['template.*', 'template.items.*', '*', 'fleet.vans.view', 'template.items.sharpen']
    type Refusal = Made & { readonly errors?: object }
    const refusal = (given: string, meant: string) => [
      422,
      { 'permissions.1': `There is no permission [${given}]. Did you mean [${meant}]?` },
    ]
    const token = async (permission: string) => {
      const permissions = ['template.items.view', permission]
      const { user } = await holderOf(['*'])
      return post<Refusal>('/tokens', { name: 'Misspelt', permissions, user_id: user })
    }
    const role = (permission: string) => {
      const permissions = ['template.items.view', permission]
      return post<Refusal>('/roles', { name: `misspelt-${(names += 1)}`, label: 'Misspelt', permissions })
    }

    for (const [kind, make] of Object.entries({ token, role })) {
      it(`is refused with the one that was probably meant: a ${kind}`, async () => {
        for (const [given, meant] of SLIPS) {
          const { status, body } = await make(given)
          expect([status, body.errors], given).to.deep.equal(refusal(given, meant))
        }
      })

      it(`is made if it has a wildcard, or may belong to a plugin that does not serve now: a ${kind}`, async () => {
        for (const given of POSSIBLE) expect((await make(given)).status, given).to.equal(201)
      })
    }

    it('leaves a role as it is', async () => {
      const path = `${PLATFORM}/roles/${(await role('template.items.delete')).body.id}`
      const before = await ask<{ permissions: string[] }>(path)
      const permissions = ['template.items.view', 'template.items.updat']
      const { status, body } = await ask<Refusal>(path, { method: 'PATCH', json: { permissions } })
      expect([status, body.errors]).to.deep.equal(refusal('template.items.updat', 'template.items.update'))
      expect((await ask(path)).body).to.deep.equal(before.body)
    })
  })

  describe('The audit log', () => {
    const logged = async (by: { ask: typeof ask }, id: number) =>
      (await by.ask<Audited[]>(`${PLATFORM}/audit?resource=${ITEMS}&record_id=${id}`)).body[0]?.changes

    it('shows values only to those who could read the record', async () => {
      const { id } = await create({ name: 'Lathe', price: 900 })
      const auditor = ['platform.audit.view']
      expect(await logged(await holderOf(auditor), id)).to.deep.equal([])
      const everything = await holderOf([...auditor, 'template.items.view'])
      expect(await logged(everything, id)).to.deep.include({ field: 'price', to: '900' })
    })

    it('shows no fields that a role hides, and no values of a table of which the role reaches only some records', async () => {
      const { id } = await create({ name: 'Drill', price: 50 })
      const permissions = ['platform.audit.view', 'template.items.view']
      const hiding = await holderOf(permissions, { fields: [{ resource: 'template_items', hidden: ['price'] }] })
      const seen = await logged(hiding, id)
      expect(seen?.map(({ field }) => field)).to.deep.equal(['name', 'status'])
      const history = await hiding.ask<HistoryEntry[]>(`${ITEMS}/${id}/history`)
      expect(history.body[0]?.changes.map(({ field }) => field)).to.deep.equal(['name', 'status'])
      const limited = await holderOf(permissions, {
        conditions: [{ resource: 'template_items', where: 'status=active' }],
      })
      expect(await logged(limited, id)).to.deep.equal([])
      expect((await limited.ask(`${ITEMS}/${id}/history`)).status).to.equal(404)
    })

    it('names the records that the caller may see, with their screens', async () => {
      const { id } = await create({ name: 'Band saw' })
      const gone = await create({ name: 'Glue' })
      await ask(`${ITEMS}/${gone.id}`, { method: 'DELETE' })
      const path = `${PLATFORM}/audit?plugin=template&_sort=id&_order=desc&_limit=3`
      const named = async (by: { ask: typeof ask }) => {
        const { body } = await by.ask<{ record_id: string; record?: string; record_path?: string }[]>(path)
        return body.map(({ record_id, record, record_path }) => [record_id, record, record_path])
      }
      const rest = [gone.id, gone.id].map((each) => [String(each), undefined, undefined])
      const known = [String(id), 'Band saw', `/operations/items/${id}`]
      expect(await named({ ask })).to.deep.equal([...rest, known])
      expect(await named(await holderOf(['platform.audit.view', 'template.items.view']))).to.deep.equal([
        ...rest,
        known,
      ])
      const blind = await named(await holderOf(['platform.audit.view']))
      expect(blind).to.deep.equal([...rest, [String(id), undefined, undefined]])
      const hiding = { fields: [{ resource: 'template_items', hidden: ['name'] }] }
      const partly = await named(await holderOf(['platform.audit.view', 'template.items.view'], hiding))
      expect(partly.at(-1)?.[1]).to.equal(undefined)
    })

    it('names who signed in, and has the sign-ins that failed, without what was typed', async () => {
      const signIn = (json: object) =>
        ask('/api/v1/auth/sessions', {
          ...{ method: 'POST', json },
          headers: { authorization: '', origin: template.host.url },
        })
      const [, token] = (template.host.signInLink ?? '').split('#token=')
      expect((await signIn({ token })).status).to.equal(201)
      expect((await signIn({ email: 'ada@example.com', password: 'not hers' })).status).to.equal(401)
      const path = `${PLATFORM}/audit?plugin=auth&_sort=id&_order=desc&_limit=2`
      const { body } = await ask<{ person: string; origin: string; status: number }[]>(path)
      expect(body.map(({ person, origin, status }) => ({ person, origin, status }))).to.deep.equal([
        { person: 'Nobody', origin: 'ui', status: 401 },
        { person: 'Operator', origin: 'ui', status: 201 },
      ])
      expect(JSON.stringify(body)).not.to.contain('ada@example.com').and.not.to.contain('not hers')
    })

    it('has the activation of plugins and changes of their settings', async () => {
      await ask('/api/v1/plugins/template/reload', { method: 'POST' })
      const { body } = await ask<{ action: string; record_id: string }[]>(
        `${PLATFORM}/audit?plugin=plugins&_sort=id&_order=desc&_limit=1`,
      )
      expect(body[0]).to.include({ record_id: 'template' })
      expect(body[0]?.action).to.contain('Reload')
    })

    it('can be exported as CSV', async () => {
      await create({ name: 'Saw' })
      const response = await template.host.request(`${PLATFORM}/audit?plugin=template`, {
        headers: { accept: 'text/csv' },
      })
      const [head = '', first = ''] = (await response.text()).split('\r\n')
      expect(head.split(',')).to.include.members(['person', 'action'])
      expect(first).to.contain('Admin token').and.contain('Create an item')
    })
  })

  describe('The form of a role', () => {
    const choices = async () => (await ask<Choice[]>(`${PLATFORM}/choices/permissions`)).body

    it('offers what active plugins declare, in groups and in words, and no more of a deactivated one', async () => {
      const retire = { value: 'template.items.retire', label: 'Retire', group: 'Template: Items' }
      expect(await choices()).to.deep.include({ ...retire, description: retire.value })
      const own = (await choices()).filter(({ group }) => group === 'Template: Items').map(({ label }) => label)
      expect(own.slice(0, 5)).to.deep.equal(['Everything', 'See', 'Create', 'Change', 'Delete'])
      await ask('/api/v1/plugins/template/deactivate', { method: 'POST' })
      expect((await choices()).map(({ value }) => value)).not.to.include(retire.value)
      await ask('/api/v1/plugins/template/activate', { method: 'POST' })
      expect((await choices()).map(({ value }) => value)).to.include(retire.value)
    })

    it('offers the permissions for all of something that roles have, so that none of them is taken for one of no plugin', async () => {
      const offered = (await choices()).map(({ value }) => value)
      const roles = ['operator', 'editor', 'viewer'].map((name) =>
        ask<{ permissions: string[] }>(`${PLATFORM}/roles/${name}`),
      )
      const held = (await Promise.all(roles)).flatMap(({ body }) => body.permissions)
      expect(held).to.include.members(['*', '*.*.*', '*.*.view'])
      expect(offered).to.include.members([...held, 'template.*', 'template.items.*'])
    })

    it('keeps permissions of plugins that are not active', async () => {
      const permissions = ['fleet.vans.view']
      const { body } = await post<{ permissions: string[] }>('/roles', { name: 'driver', label: 'Driver', permissions })
      expect(body.permissions).to.deep.equal(permissions)
    })

    it('offers the kinds of records and their fields, with the values that they may have', async () => {
      const types = await ask<{ id: string; title: string }[]>(`${PLATFORM}/record-types?q=items`)
      expect(types.body).to.deep.equal([{ id: 'template_items', title: 'Template: Items' }])
      const fields = await ask<Choice[]>(`${PLATFORM}/choices/fields/template_items`)
      expect(fields.body.find(({ value }) => value === 'status')?.options?.map(({ value }) => value)).to.deep.equal([
        'draft',
        'active',
        'retired',
      ])
    })
  })
})
