import { expect } from 'chai'
import type { AgentsHost, OpenAgents } from '../agents-host.ts'
import { framesOf, sendOver, textOf } from '../chat-client.ts'

/** On every database. */
export function describeChat(open: OpenAgents): void {
  describe('A chat with the offline agent', () => {
    let agents: AgentsHost
    let agent_id: number
    before(async () => {
      agents = await open({ others: ['template'] })
      agent_id = await agents.agent({ description: 'Follows what you write' })
    })
    after(() => agents.host.close())

    const conversation = async () => (await agents.ask('POST', '/conversations', { agent_id })).body.id as string

    it('says what it is, over REST as a stream of frames', async () => {
      const id = await conversation()
      const frames = await sendOver(agents, id, 'Hello')
      expect(frames[0]).to.deep.include({ type: 'chat.start' })
      expect(frames.at(-1)?.type, JSON.stringify(frames)).to.equal('chat.done')
      expect(textOf(frames)).to.contain('I am the offline agent')
      expect(frames.map(({ payload }) => payload.seq)).to.deep.equal(frames.map((_, at) => at + 1))
      const { body } = await agents.ask<{ messages: { role: string; content: { text: string } }[]; title: string }>(
        'GET',
        `/conversations/${id}`,
      )
      expect(body.title).to.equal('Hello')
      expect(body.messages.map(({ role }) => role)).to.deep.equal(['user', 'assistant'])
      expect(body.messages[1]?.content.text).to.equal(textOf(frames))
    })

    it('is seen by others only with a permission of its own, not by those who may do everything with conversations', async () => {
      const id = await conversation()
      const listedBy = async (name: string, permissions: string[]) => {
        const made = async (path: string, values: object) =>
          (await agents.ask<{ id: string; secret: string }>('POST', `/api/v1/platform/${path}`, values)).body
        const person = await made('users', { name, kind: 'service', permissions })
        const { secret } = await made('tokens', { name, user_id: person.id, permissions })
        const headers = { authorization: `Bearer ${secret}` }
        const listed = await agents.host.request('/api/v1/ai-agents/conversations?_limit=500', { headers })
        const read = await agents.host.request(`/api/v1/ai-agents/conversations/${id}`, { headers })
        return [((await listed.json()) as { id: string }[]).some((each) => each.id === id), read.status]
      }
      const user = ['ai-agents.conversations.*', 'ai-agents.chat.*']
      expect(await listedBy('Chatter', user)).to.deep.equal([false, 404])
      const auditor = [...user, 'ai-agents.conversation-audit.view']
      expect(await listedBy('Auditor', auditor)).to.deep.equal([true, 200])
    })

    it('uses a tool that only reads at once', async () => {
      await agents.make('/api/v1/template/items', { name: 'Brass hinge', price: 450 })
      const frames = await sendOver(agents, await conversation(), 'Look:\n/template_list_items {"q":"hinge"}')
      const call = frames.find(({ type }) => type === 'chat.tool_call')
      expect(call?.payload, JSON.stringify(frames)).to.deep.include({
        tool: 'template_list_items',
        input: { q: 'hinge' },
        policy: 'allow',
      })
      const result = frames.find(({ type }) => type === 'chat.tool_result')
      expect(result?.payload).to.include({ ok: true })
      expect(textOf(frames)).to.contain('Brass hinge')
      expect(textOf(frames).match(/offline agent/gi)).to.have.length(1)
    })

    it('tells what went wrong with a tool, and goes on', async () => {
      const text = '/template_get_item {"item_id":999999}\n/no_such_tool {}\n/template_list_items {"q":}'
      const frames = await sendOver(agents, await conversation(), text)
      const results = frames
        .filter(({ type }) => type === 'chat.tool_result')
        .map(({ payload }) => String(payload.summary))
      expect(results[0]).to.contain('record_not_found')
      expect(results[1]).to.contain('tool_unknown')
      expect(results[2]).to.contain('arguments_malformed')
      expect(frames.at(-1)?.type).to.equal('chat.done')
    })

    it('asks nobody to approve a call that must fail', async () => {
      const frames = await sendOver(agents, await conversation(), '/template_create_item {"nam":"Hinge","price":"x"}')
      expect(frames.map(({ type }) => type)).to.not.include('chat.approval_required')
      const result = frames.find(({ type }) => type === 'chat.tool_result')
      expect(result?.payload, JSON.stringify(frames)).to.include({ ok: false })
      expect(result?.payload.summary).to.contain('validation_failed').and.to.contain('[price]')
      expect(frames.at(-1)?.type).to.equal('chat.done')
    })

    it('waits for an approval before it changes something, and then goes on', async () => {
      const id = await conversation()
      await agents.ask('POST', `/conversations/${id}/messages`, {
        text: '/template_create_item {"name":"Nut","price":5}',
      })
      const asked = await framesOf(agents, id, 'chat.approval_required')
      const approval_id = String(asked.at(-1)?.payload.approval_id)
      expect((await agents.ask<object[]>('GET', '/api/v1/template/items?q=Nut')).body).to.deep.equal([])
      const approved = await agents.ask('POST', `/approvals/${approval_id}/approve`)
      expect(approved.status, JSON.stringify(approved.body)).to.equal(200)
      expect(approved.body).to.include({ status: 'done' })
      const frames = await framesOf(agents, id, 'chat.done')
      expect(frames.find(({ type }) => type === 'chat.tool_result')?.payload).to.include({ ok: true })
      expect((await agents.ask<object[]>('GET', '/api/v1/template/items?q=Nut')).body).to.have.length(1)
      const again = await agents.ask('POST', `/approvals/${approval_id}/approve`)
      expect(again.status).to.equal(409)
      expect((await agents.ask<object[]>('GET', '/api/v1/template/items?q=Nut')).body).to.have.length(1)
    })
  })
}
