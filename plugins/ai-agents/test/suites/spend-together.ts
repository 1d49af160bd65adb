import type { AgentsHost } from '../agents-host.ts'
import { until } from '../chat-client.ts'
import type { Asked, ProviderServer } from '../provider-server.ts'

/** What chats at the same time have spent of one budget, in tokens. */
export interface Spent {
  readonly budget: number
  readonly spent: number
  /** The largest answer. */
  readonly answer: number
  readonly answered: number
}

interface Row {
  readonly status: string
  readonly input_tokens: number
  readonly output_tokens: number
}

/** Words that estimates for English get wrong. */
const QUESTION = '请问明天下午有没有空闲的预约时间？'.repeat(20)
const ANSWER = '明天下午三点有空。'

/** Has many people ask an agent at the same time, whose budget is enough for some of them. */
export async function spendTogether(
  agents: AgentsHost,
  { provider, chats }: { provider: ProviderServer; chats: number },
): Promise<Spent> {
  provider.play({ text: [ANSWER], pause: 20, usage: count })
  const credential_id = await agents.credential({ kind: 'openai-compatible', base_url: provider.url })
  const budget = chats * 100
  const budgets = [{ per: 'agent', tokens: budget }]
  const tools = [{ tool: '*', policy: 'deny' }]
  const agent_id = await agents.agent({ credential_id, model: 'small', max_output_tokens: 50, budgets, tools })
  const ids = await Promise.all(
    Array.from({ length: chats }, async () => (await agents.ask('POST', '/conversations', { agent_id })).body.id),
  )
  await Promise.all(ids.map((id) => agents.ask('POST', `/conversations/${String(id)}/messages`, { text: QUESTION })))
  const rows = await until(async () => {
    const { body } = await agents.ask<Row[]>('GET', `/conversations?agent_id=${agent_id}&_limit=500`)
    return body.every(({ status }) => status === 'idle') ? body : undefined
  }, 'end of all answers')
  const used = rows.map(({ input_tokens, output_tokens }) => input_tokens + output_tokens)
  return {
    ...{ budget, spent: used.reduce((sum, each) => sum + each, 0), answer: Math.max(...used) },
    answered: used.filter((each) => each > 0).length,
  }
}

/** Counts as a provider does: each Chinese character is a token. */
function count({ messages, tools = [] }: Asked['body']) {
  const asked = JSON.stringify([messages.map(({ content }) => content), tools])
  return { prompt_tokens: tokensIn(asked), completion_tokens: tokensIn(ANSWER) }
}

const tokensIn = (text: string) => (text.match(/[^\0-\u007f]|[\0-\u007f]{1,4}/g) ?? []).length
