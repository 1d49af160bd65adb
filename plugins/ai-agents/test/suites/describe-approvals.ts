import { expect } from 'chai'
import { type AgentsHost, type OpenAgents, fresh } from '../agents-host.ts'
import { framesOf, until } from '../chat-client.ts'

interface Person {
  readonly token: string
  readonly id: string
}

const CHAT = [
  'ai-agents.chat.send',
  'ai-agents.conversations.view',
  'ai-agents.conversations.create',
  'ai-agents.conversations.delete',
  'ai-agents.approvals.view',
  'ai-agents.approvals.approve',
  'ai-agents.approvals.reject',
  'template.items.*',
]

/** On every database. */
export function describeApprovals(open: OpenAgents): void {
  describe('Approvals', () => {
    let agents: AgentsHost
    let agent_id: number
    before(async () => {
      agents = await open({ others: ['template'] })
      agent_id = await agents.agent()
    })
    after(() => agents.host.close())

    const as = (person: Person | undefined): Record<string, string> =>
      person ? { authorization: `Bearer ${person.token}` } : {}

    async function person(
      permissions: readonly string[] = CHAT,
      extra: object = {},
    ): Promise<Person & { role: string }> {
      const name = fresh('person').replace(' ', '-')
      const role = await agents.ask('POST', '/api/v1/platform/roles', { name, label: name, permissions, ...extra })
      const user = { name, kind: 'service', roles: [role.body.id] }
      const { body } = await agents.ask('POST', '/api/v1/platform/users', user)
      const token = { name, user_id: body.id, permissions }
      const made = await agents.ask('POST', '/api/v1/platform/tokens', token)
      if (made.status !== 201) throw new Error(JSON.stringify([role.body, body, made.body]))
      return { token: made.body.secret as string, id: body.id as string, role: role.body.id as string }
    }

    /** Has an agent ask for a call, and returns the approval. */
    async function asked(text: string, { by, agent = agent_id }: { by?: Person; agent?: number } = {}) {
      const begun = await agents.ask('POST', '/conversations', { agent_id: agent }, as(by))
      const conversation_id = begun.body.id as string
      await agents.ask('POST', `/conversations/${conversation_id}/messages`, { text }, as(by))
      const approval = await until(async () => {
        const { body } = await agents.ask<{ id: string }[]>('GET', `/approvals?conversation_id=${conversation_id}`)
        return body[0]
      }, 'approval')
      return { conversation_id, id: approval.id }
    }

    const decide = (id: string, how: 'approve' | 'reject', by?: Person, json?: object) =>
      agents.ask('POST', `/approvals/${id}/${how}`, json, as(by))
    const items = async (name: string) => (await agents.ask<object[]>('GET', `/api/v1/template/items?q=${name}`)).body
    const create = (name: string) => `/template_create_item {"name":"${name}","price":5}`

    it('run exactly once, however often and fast somebody clicks', async () => {
      const { id } = await asked(create('Washer'))
      const answers = await Promise.all([1, 2, 3, 4].map(() => decide(id, 'approve')))
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409])
      expect(await items('Washer')).to.have.length(1)
    })

    it('are refused with a reason that the agent reads', async () => {
      const { id, conversation_id } = await asked(create('Rivet'))
      expect((await decide(id, 'reject', undefined, { reason: 'Too expensive' })).body).to.include({
        status: 'rejected',
      })
      const frames = await framesOf(agents, conversation_id, 'chat.done')
      const result = frames.find(({ type }) => type === 'chat.tool_result')
      expect(String(result?.payload.summary)).to.contain('Too expensive')
      expect((await decide(id, 'approve')).status).to.equal(409)
      expect(await items('Rivet')).to.deep.equal([])
    })

    it('show the record and what would change, and are stale once the record has changed', async () => {
      const item = await agents.make('/api/v1/template/items', { name: 'Spring', price: 100 })
      const { id, conversation_id } = await asked(`/template_change_item {"item_id":${item},"price":200}`)
      const { body } = await agents.ask('GET', `/approvals/${id}`)
      expect(body).to.deep.include({
        change: { price: { from: 100, to: 200 } },
        record_path: `/api/v1/template/items/${item}`,
      })
      await agents.ask('PATCH', `/api/v1/template/items/${item}`, { price: 150 })
      const approved = await decide(id, 'approve')
      expect(approved.status).to.equal(409)
      expect(approved.body).to.include({ code: 'approval_stale' })
      expect((await agents.ask('GET', `/api/v1/template/items/${item}`)).body).to.include({ price: 150 })
      const frames = await framesOf(agents, conversation_id, 'chat.done')
      expect(JSON.stringify(frames)).to.contain('approval_stale')
    })

    it('are bound to the arguments that were shown', async () => {
      const { id } = await asked(create('Clamp'))
      const forged = await decide(id, 'approve', undefined, { input_hash: 'f'.repeat(64) })
      expect(forged.status).to.equal(409)
      expect(await items('Clamp')).to.deep.equal([])
      const { body } = await agents.ask('GET', `/approvals/${id}`)
      expect((await decide(id, 'approve', undefined, { input_hash: body.input_hash as string })).status).to.equal(200)
      expect(await items('Clamp')).to.have.length(1)
    })

    it('of other people are neither seen nor decided', async () => {
      const [owner, other] = [await person(), await person()]
      const { id } = await asked(create('Gasket'), { by: owner })
      expect((await agents.ask('GET', `/approvals/${id}`, undefined, as(other))).status).to.equal(404)
      expect((await decide(id, 'approve', other)).status).to.equal(404)
      expect((await decide(id, 'reject', other)).status).to.equal(404)
      expect(await items('Gasket')).to.deep.equal([])
      expect((await decide(id, 'approve', owner)).status).to.equal(200)
    })

    it('with four eyes are decided by somebody else, as whom the call runs', async () => {
      const strict = await agents.agent({ four_eyes: true })
      const [owner, second] = [await person(), await person([...CHAT, 'ai-agents.approvals-of-others.decide'])]
      const { id } = await asked(create('Bearing'), { by: owner, agent: strict })
      expect((await decide(id, 'approve', owner)).status).to.equal(403)
      const approved = await decide(id, 'approve', second)
      expect(approved.status, JSON.stringify(approved.body)).to.equal(200)
      expect(await items('Bearing')).to.have.length(1)
      const { body } = await agents.ask<{ caller_id: string; approval?: string; operation?: string }[]>(
        'GET',
        '/api/v1/platform/audit?_end=50&_sort=id&_order=desc',
      )
      const row = body.find(({ approval }) => approval === id)
      expect(row, JSON.stringify(body.slice(0, 3))).to.include({ caller_id: second.id })
    })

    it('show to others only what they see of the record themselves', async () => {
      const item = await agents.make('/api/v1/template/items', { name: 'Secret spring', price: 100, notes: 'Hush' })
      const strict = await agents.agent({ four_eyes: true })
      const owner = await person()
      const text = `/template_change_item {"item_id":${item},"price":200,"notes":"Louder"}`
      const { id } = await asked(text, { by: owner, agent: strict })
      const queue = [...CHAT.filter((each) => !each.startsWith('template')), 'ai-agents.approvals-of-others.decide']
      const seen = async (by: Person) => (await agents.ask('GET', `/approvals/${id}`, undefined, as(by))).body
      const change = { price: { from: 100, to: 200 }, notes: { from: 'Hush', to: 'Louder' } }
      expect(await seen(owner)).to.deep.include({ change })
      expect(await seen(await person([...queue, 'template.items.view']))).to.deep.include({ change })
      expect(await seen(await person(queue))).to.not.have.any.keys('record', 'change')
      const rules = [{ resource: 'template_items', hidden: ['notes'] }]
      const partly = await person([...queue, 'template.items.view'], { fields: rules })
      const part = await seen(partly)
      expect(part.change, JSON.stringify(part)).to.deep.equal({ price: { from: 100, to: 200 } })
      expect(part.record).to.include({ name: 'Secret spring' }).and.to.not.have.property('notes')
      const list = await agents.ask<{ id: string }[]>('GET', '/approvals', undefined, as(partly))
      expect(list.body.find((each) => each.id === id)).to.not.have.any.keys('record', 'change')
    })

    it('of others are seen and decided only with a permission of its own, not by those who may do everything with approvals', async () => {
      const strict = await agents.agent({ four_eyes: true })
      const owner = await person()
      const { id } = await asked(create('Flange'), { by: owner, agent: strict })
      const user = await person(['ai-agents.chat.*', 'ai-agents.approvals.*', 'template.items.*'])
      expect((await agents.ask('GET', `/approvals/${id}`, undefined, as(user))).status).to.equal(404)
      expect((await decide(id, 'approve', user)).status).to.equal(404)
      expect((await decide(id, 'reject', user)).status).to.equal(404)
      expect(await items('Flange')).to.deep.equal([])
      const approver = await person(['ai-agents.approvals.*', 'ai-agents.approvals-of-others.*', 'template.items.*'])
      expect((await decide(id, 'approve', approver)).status).to.equal(200)
    })

    it('can need a role', async () => {
      const owner = await person()
      const chief = await person([...CHAT, 'ai-agents.approvals-of-others.decide'])
      const strict = await agents.agent({ approver_roles: [chief.role] })
      const { id } = await asked(create('Piston'), { by: owner, agent: strict })
      expect((await decide(id, 'approve', owner)).status).to.equal(403)
      expect((await decide(id, 'approve', chief)).status).to.equal(200)
    })

    it('say to each person whether they may decide, so that no screen offers what would be refused', async () => {
      const queue = [...CHAT, 'ai-agents.approvals-of-others.decide']
      const [owner, chief, other] = [await person(), await person(queue), await person(queue)]
      const decidable = async (id: string, by: Person) => {
        const { body } = await agents.ask('GET', `/approvals/${id}`, undefined, as(by))
        const list = await agents.ask<{ id: string }[]>('GET', '/approvals?_end=100', undefined, as(by))
        expect(list.body.find((each) => each.id === id)).to.include({ decidable: body.decidable })
        return body.decidable
      }
      const seenBy = async (id: string) => [
        await decidable(id, owner),
        await decidable(id, chief),
        await decidable(id, other),
      ]
      const plain = await asked(create('Lever'), { by: owner })
      expect(await seenBy(plain.id)).to.deep.equal([true, false, false])
      const twice = await asked(create('Pulley'), { by: owner, agent: await agents.agent({ four_eyes: true }) })
      expect(await seenBy(twice.id)).to.deep.equal([false, true, true])
      const ofRole = await asked(create('Crank'), {
        by: owner,
        agent: await agents.agent({ approver_roles: [chief.role] }),
      })
      expect(await seenBy(ofRole.id)).to.deep.equal([false, true, false])
      await decide(ofRole.id, 'approve', chief)
      expect(await seenBy(ofRole.id)).to.deep.equal([false, false, false])
    })

    it('are stale once the person who asked may not use the agent any more', async () => {
      const owner = await person()
      const guest = await person(['template.items.view'])
      const limited = await agents.agent({ roles: [guest.role] })
      const own = (await agents.ask<{ roles: string[] }>('GET', `/api/v1/platform/users/${owner.id}`)).body.roles
      const setRoles = (roles: readonly string[]) =>
        agents.ask('PATCH', `/api/v1/platform/users/${owner.id}`, { roles })
      await setRoles([...own, guest.role])
      const { id } = await asked(create('Flywheel'), { by: owner, agent: limited })
      await setRoles(own)
      const approved = await decide(id, 'approve', owner)
      expect(approved.status, JSON.stringify(approved.body)).to.equal(409)
      expect(approved.body).to.include({ code: 'approval_stale' })
      expect(await items('Flywheel')).to.deep.equal([])
    })

    it('show a value that the record does not have yet as a change', async () => {
      const item = await agents.make('/api/v1/template/items', { name: 'Bare spring', price: 100 })
      const { id } = await asked(`/template_change_item {"item_id":${item},"notes":"Oiled"}`)
      const { body } = await agents.ask('GET', `/approvals/${id}`)
      expect(body).to.deep.include({ change: { notes: { to: 'Oiled' } } })
      const same = await asked(`/template_change_item {"item_id":${item},"price":100}`)
      expect((await agents.ask('GET', `/approvals/${same.id}`)).body).to.not.have.property('change')
    })

    it('do not let a person do what they may not', async () => {
      const reader = await person([...CHAT.filter((each) => !each.startsWith('template')), 'template.items.view'])
      const begun = await agents.ask('POST', '/conversations', { agent_id }, as(reader))
      const id = begun.body.id as string
      await agents.ask('POST', `/conversations/${id}/messages`, { text: create('Valve') }, as(reader))
      const frames = await until(async () => {
        const { body } = await agents.ask<{ type: string }[]>(
          'GET',
          `/conversations/${id}/frames`,
          undefined,
          as(reader),
        )
        return body.some(({ type }) => type === 'chat.done') ? body : undefined
      }, 'end')
      expect(JSON.stringify(frames)).to.contain('tool_unknown')
      expect(await items('Valve')).to.deep.equal([])
    })

    it('end with the answer that they belong to', async () => {
      const { id, conversation_id } = await asked(create('Cog'))
      await agents.ask('POST', `/conversations/${conversation_id}/cancel`)
      expect((await agents.ask('GET', `/approvals/${id}`)).body).to.include({ status: 'cancelled' })
      expect((await decide(id, 'approve')).status).to.equal(409)
      const frames = await framesOf(agents, conversation_id, 'chat.aborted')
      expect(frames.at(-1)?.type).to.equal('chat.aborted')
    })

    it('are forged in vain', async () => {
      const { id } = await asked(create('Forged'))
      for (const each of ['', 'x', id.toUpperCase(), `${id} `, `${id}'--`, '00000000-0000-0000-0000-000000000000'])
        if (each !== '') expect((await decide(encodeURIComponent(each), 'approve')).status, each).to.equal(404)
      expect(await items('Forged')).to.deep.equal([])
    })
  })
}
