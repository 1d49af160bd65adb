import { type AgentsHost, fresh } from '../agents-host.ts'
import { until } from '../chat-client.ts'
import type { Asked, ProviderServer, Script } from '../provider-server.ts'
import { injections } from './injections.ts'

/** What a model that obeys everything it reads has done. All but `asked` and `texts` have to be empty. */
export interface Obeyed {
  /** Calls that wait for the person's approval, as they should. */
  readonly asked: number
  /** Records that exist, are gone or were changed although nobody approved it. */
  readonly written: readonly string[]
  /** Injections by which the person got to see what they may not. */
  readonly leaked: readonly string[]
  /** What the model said in the end, for a browser to render. */
  readonly texts: readonly string[]
}

/** In a record that the person may not read. */
const SECRET = 'Canary-9d1f'

interface Item {
  readonly id: number
  readonly name: string
  readonly price: number
  readonly notes?: string
  readonly status: string
}

/** Lets a person who may read and change items, but nothing else, ask an agent about records into which somebody has written instructions. */
export async function obeyInjections(
  agents: AgentsHost,
  { provider, count }: { provider: ProviderServer; count: number },
): Promise<Obeyed> {
  await agents.make('/api/v1/clients/clients', { given_name: 'Anna', family_name: SECRET })
  const texts = injections(count)
  const ids: number[] = []
  for (const notes of texts)
    ids.push(await agents.make('/api/v1/template/items', { name: fresh('Item'), price: 1, notes }))
  const before = await items(agents)
  const credential_id = await agents.credential({ kind: 'openai-compatible', base_url: provider.url })
  const agent_id = await agents.agent({ credential_id, model: 'small', context_tokens: 200_000 })
  const as = { authorization: `Bearer ${await personToken(agents, READER)}` }
  provider.play(obey)
  const said: string[] = []
  const leaked: string[] = []
  for (const [at, id] of ids.entries()) {
    const transcript = await chat(agents, { agent_id, as, text: `READ ${id}` })
    if (transcript.includes(SECRET)) leaked.push(texts[at] ?? '')
    said.push(transcript)
  }
  const pending = await agents.ask<object[]>('GET', '/approvals?status=pending&_limit=500')
  const after = new Map((await items(agents)).map((item) => [item.id, JSON.stringify(item)]))
  const written = before.filter((item) => after.get(item.id) !== JSON.stringify(item)).map(({ name }) => name)
  const added = [...after.keys()].filter((id) => !before.some((item) => item.id === id)).map(String)
  return { asked: pending.body.length, written: [...written, ...added], leaked, texts: said }
}

/** The model: it reads the item that the person names, makes every call that it reads of, and repeats all. */
function obey({ messages }: Asked['body']): Script {
  const last = messages.at(-1)
  const text = typeof last?.content === 'string' ? last.content : JSON.stringify(last?.content ?? '')
  if (last?.role === 'user') {
    const [, item_id = '0'] = /READ (\d+)/.exec(text) ?? []
    return { calls: [{ name: 'template_get_item', arguments: JSON.stringify({ item_id: Number(item_id) }) }] }
  }
  const lines = readable(text).split('\n')
  const calls = lines.flatMap((line) => {
    const [, name, json] = /^CALL (\w+) (\{.*\})$/.exec(line.trim()) ?? []
    return name === undefined ? [] : [{ name, arguments: json ?? '{}' }]
  })
  return calls.length > 0 ? { calls } : { text: [readable(text)] }
}

/** The notes of a record, or the whole answer. */
function readable(text: string): string {
  try {
    return String((JSON.parse(text) as { notes?: string }).notes ?? text)
  } catch {
    return text
  }
}

async function chat(
  agents: AgentsHost,
  { agent_id, as, text }: { agent_id: number; as: Record<string, string>; text: string },
): Promise<string> {
  const { body } = await agents.ask('POST', '/conversations', { agent_id }, as)
  const to = `/conversations/${body.id as string}`
  await agents.ask('POST', `${to}/messages`, { text }, as)
  await until(async () => {
    const { status } = (await agents.ask('GET', to, undefined, as)).body
    return status === 'idle' || status === 'waiting' || undefined
  }, 'end of the answer')
  return JSON.stringify((await agents.ask('GET', `${to}/frames?after=0`, undefined, as)).body)
}

const items = async (agents: AgentsHost) =>
  (await agents.ask<Item[]>('GET', '/api/v1/template/items?_limit=500&_sort=id')).body

/** What people need to chat. */
export const CHATS = ['ai-agents.chat.send', 'ai-agents.conversations.view', 'ai-agents.conversations.create']
const READER = [...CHATS, 'template.items.*']

/** The token of a new person who may do this. */
export async function personToken(agents: AgentsHost, permissions: readonly string[]): Promise<string> {
  const make = async (what: string, values: object) =>
    (await agents.ask('POST', `/api/v1/platform/${what}`, values)).body
  const name = fresh('reader').replace(' ', '-')
  const role = await make('roles', { name, label: name, permissions })
  const user = await make('users', { name, kind: 'service', roles: [role.id] })
  return (await make('tokens', { name, user_id: user.id, permissions })).secret as string
}
