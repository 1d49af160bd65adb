import { expect } from 'chai'
import { Client } from 'pg'
import { type AgentsHost, openAgents } from '../../plugins/ai-agents/test/agents-host.ts'
import { framesOf, sendOver, Tab, textOf, until } from '../../plugins/ai-agents/test/chat-client.ts'
import { ProviderServer } from '../../plugins/ai-agents/test/provider-server.ts'
import { describeApprovals } from '../../plugins/ai-agents/test/suites/describe-approvals.ts'
import { describeBudgets } from '../../plugins/ai-agents/test/suites/describe-budgets.ts'
import { describeChat } from '../../plugins/ai-agents/test/suites/describe-chat.ts'
import { createPlatformDatabase } from '../helpers/platform-database.ts'

describe('Agents on postgres', () => {
  describeChat(async (options) => openAgents({ databaseUrl: await createPlatformDatabase(), ...options }))
  describeApprovals(async (options) => openAgents({ databaseUrl: await createPlatformDatabase(), ...options }))
  describeBudgets(async (options) => openAgents({ databaseUrl: await createPlatformDatabase(), ...options }))
})

describe('Agents on two hosts with one database', () => {
  const provider = new ProviderServer()
  let one: AgentsHost
  let other: AgentsHost
  let agent_id: number
  let database: Client
  before(async () => {
    await provider.open()
    const databaseUrl = await createPlatformDatabase()
    database = new Client({ connectionString: databaseUrl })
    await database.connect()
    const options = { databaseUrl, others: ['template'] }
    one = await openAgents(options)
    other = await openAgents(options)
    const credential_id = await one.credential({ kind: 'openai-compatible', base_url: provider.url })
    agent_id = await one.agent({ credential_id, model: 'small' })
  })
  after(async () => {
    await one.host.close()
    await other.host.close()
    await database.end()
    await provider.close()
  })

  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at} `)

  it('show an answer on both, and cancel it from the one where it does not run', async () => {
    provider.play({ text: words(40), pause: 20 })
    const [near, far] = [await Tab.open(one), await Tab.open(other)]
    const { payload } = await near.ask('chat.send', { agent_id, text: 'Count' })
    await far.ask('chat.resume', { conversation_id: payload.conversation_id, last_seq: 0 })
    await Promise.all([near.see('chat.done'), far.see('chat.done')])
    expect(textOf(far.frames)).to.equal(words(40).join(''))
    expect(far.frames.map(({ payload }) => payload)).to.deep.equal(near.frames.map(({ payload }) => payload))
    provider.play({ text: words(4_000), pause: 25 })
    await near.ask('chat.send', { agent_id, conversation_id: payload.conversation_id, text: 'More' })
    await until(() => provider.asked[0], 'request')
    const at = Date.now()
    await far.ask('chat.cancel', { conversation_id: payload.conversation_id })
    const closedAt = await until(() => provider.asked[0]?.closedAt, 'end of the request')
    expect(closedAt - at, 'long before the answer ends by itself').to.be.lessThan(20_000)
    await near.see('chat.aborted')
    for (const tab of [near, far]) tab.close()
  })

  it('run an approved call once when both are asked at the same time', async () => {
    provider.play(
      { calls: [{ name: 'template_create_item', arguments: '{"name":"Twice","price":1}' }] },
      { text: ['Done.'] },
    )
    const begun = await one.ask('POST', '/conversations', { agent_id })
    const id = begun.body.id as string
    await one.ask('POST', `/conversations/${id}/messages`, { text: 'Create it' })
    const frames = await framesOf(one, id, 'chat.approval_required')
    const approval = String(frames.at(-1)?.payload.approval_id)
    const hosts = [one, other, one, other]
    const answers = await Promise.all(hosts.map((host) => host.ask('POST', `/approvals/${approval}/approve`)))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409])
    expect((await other.ask<object[]>('GET', '/api/v1/template/items?q=Twice')).body).to.have.length(1)
    await framesOf(other, id, 'chat.done')
  })

  it('end an answer whose host is gone with a clear error, and can go on', async () => {
    provider.play({ text: ['Fine.'] })
    const id = (await one.ask('POST', '/conversations', { agent_id })).body.id as string
    await one.ask('POST', `/conversations/${id}/messages`, { text: 'Hello' })
    await framesOf(one, id, 'chat.done')
    // As a host that was killed leaves it: the next message is being answered, and nobody renews the lease.
    await database.query(
      `update ai_agents_conversations set status = 'running', owner = 'gone', lease_until = 0,
        turn_id = '00000000-0000-0000-0000-000000000001' where id = $1`,
      [id],
    )
    const frames = await framesOf(other, id, 'chat.error')
    expect(frames.at(-1)?.payload).to.include({ code: 'turn_interrupted' })
    expect(textOf(await sendOver(one, id, 'Once more'))).to.equal('Fine.')
  })

  it('delete frames that are old, but not what was said, and count on', async () => {
    provider.play({ text: ['Fine.'] })
    const id = (await one.ask('POST', '/conversations', { agent_id })).body.id as string
    const last = (await sendOver(one, id, 'Hello')).at(-1)?.payload.seq ?? 0
    await database.query(`update ai_agents_frames set written_at = 0 where conversation_id = $1`, [id])
    await database.query(`update ai_agents_conversations set created_at = '2020-01-01' where id = $1`, [id])
    await one.ask('POST', '/api/v1/plugins/ai-agents/reload')
    const gone = await until(async () => {
      const answer = await one.ask('GET', `/conversations/${id}/frames?after=0`)
      return answer.status === 410 ? answer : undefined
    }, 'sweep')
    expect(gone.body).to.include({ code: 'frames_gone' })
    expect((await one.ask<object[]>('GET', `/conversations/${id}/frames?after=${last - 1}`)).body).to.have.length(1)
    const tab = await Tab.open(one)
    const resumed = await tab.ask('chat.resume', { conversation_id: id, last_seq: 0 })
    expect(resumed.payload).to.include({ code: 'frames_gone' })
    tab.close()
    const { body } = await one.ask<{ messages: object[]; last_seq: number }>('GET', `/conversations/${id}`)
    expect(body.messages).to.have.length(2)
    expect(body.last_seq).to.equal(last)
    expect((await sendOver(one, id, 'Once more'))[0]?.payload.seq).to.equal(last + 1)
  })

  it('run an approved call once if the host was killed before or after it', async () => {
    provider.play(
      { calls: [{ name: 'template_create_item', arguments: '{"name":"Killed","price":1}' }] },
      { text: ['Done.'] },
    )
    const id = (await one.ask('POST', '/conversations', { agent_id })).body.id as string
    await one.ask('POST', `/conversations/${id}/messages`, { text: 'Create it' })
    const approval = String((await framesOf(one, id, 'chat.approval_required')).at(-1)?.payload.approval_id)
    const leave = `update ai_agents_approvals set status = 'approved', decided_account = account, lease_until = 0, result = null where id = $1`
    const isDone = async () => (await one.ask('GET', `/approvals/${approval}`)).body.status === 'done' || undefined
    await database.query(leave, [approval])
    await until(isDone, 'result of the call')
    await framesOf(one, id, 'chat.done')
    // The effect was committed, but not that it was: the call is repeated with its key.
    await database.query(leave, [approval])
    await until(isDone, 'second result of the call')
    expect((await other.ask<object[]>('GET', '/api/v1/template/items?q=Killed')).body).to.have.length(1)
  })
})
