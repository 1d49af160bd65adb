import type { AgentsHost } from '../agents-host.ts'
import { type Frame, framesOf, sendOver, Tab, until } from '../chat-client.ts'
import type { ProviderServer } from '../provider-server.ts'

/** What clients have seen whose connection was cut. */
export interface Cuts {
  /** Frames of the recorded chat, each of which was the last one before a cut. */
  readonly frames: number
  /** The cuts after which a transcript differs from the recorded one. */
  readonly differing: readonly string[]
}

const WORDS = Array.from({ length: 24 }, (_, at) => `wörd${at} `)

/** Two steps of text with a call that asks in between, so that all kinds of frames are there. */
const SCRIPTS = [
  { text: WORDS, pause: 8, calls: [{ name: 'template_list_items', arguments: '{}' }] },
  { calls: [{ name: 'template_create_item', arguments: '{"name":"Cut","price":1}' }] },
  { text: WORDS, pause: 8 },
] as const

const textOf = (frames: readonly Frame[]) => JSON.stringify(frames.map(({ type, payload }) => ({ type, payload })))

/**
 * Records a chat, then cuts connections: of a chat that is over, at each of its frames, over WebSocket and REST; and of new chats, while
 * their frames are written. Whoever comes back has to have every frame once.
 * @param every cuts new chats at every so many frames
 */
export async function cutConnections(
  agents: AgentsHost,
  { provider, agent_id, every = 1 }: { provider: ProviderServer; agent_id: number; every?: number },
): Promise<Cuts> {
  const recorded = await record(agents, { provider, agent_id })
  const conversation_id = String(recorded[0]?.payload.conversation_id)
  const whole = textOf(recorded)
  const differing: string[] = []
  for (let at = 0; at <= recorded.length; at++) {
    const before = recorded.slice(0, at)
    const tab = await Tab.open(agents)
    await tab.ask('chat.resume', { conversation_id, last_seq: at })
    const to = `/conversations/${conversation_id}/frames?after=${at}`
    const { body } = await agents.ask<Frame[]>('GET', to)
    if (textOf([...before, ...tab.frames]) !== whole) differing.push(`WebSocket after ${at}`)
    if (textOf([...before, ...body]) !== whole) differing.push(`REST after ${at}`)
    tab.close()
  }
  for (let at = 0; at < recorded.length; at += every)
    if (!(await isWholeAfterCut(at, agents, { provider, agent_id }))) differing.push(`live, after ${at}`)
  return { frames: recorded.length, differing }
}

interface Recording {
  readonly provider: ProviderServer
  readonly agent_id: number
}

/** Has one chat from its beginning to its end, with a call that is approved. */
async function record(agents: AgentsHost, { provider, agent_id }: Recording): Promise<Frame[]> {
  provider.play(...SCRIPTS)
  const { body } = await agents.ask('POST', '/conversations', { agent_id })
  const id = body.id as string
  const sent = sendOver(agents, id, 'Go')
  await approve(agents, id)
  const streamed = await sent
  const stored = await framesOf(agents, id, 'chat.done')
  if (textOf(streamed) !== textOf(stored)) throw new Error('The stream of REST differs from the stored frames.')
  return stored
}

async function approve(agents: AgentsHost, id: string): Promise<void> {
  const asked = await framesOf(agents, id, 'chat.approval_required')
  const approval = asked.find(({ type }) => type === 'chat.approval_required')?.payload.approval_id
  await agents.ask('POST', `/approvals/${String(approval)}/approve`)
}

/** Cuts the connection of a new chat when its client has got so many frames, and comes back at once. */
async function isWholeAfterCut(at: number, agents: AgentsHost, { provider, agent_id }: Recording): Promise<boolean> {
  provider.play(...SCRIPTS)
  const first = await Tab.open(agents)
  const { payload } = await first.ask('chat.send', { agent_id, text: 'Go' })
  const id = String(payload.conversation_id)
  const approved = approve(agents, id)
  await until(() => (first.frames.length >= at || isOver(first) ? true : undefined), `frame ${at}`)
  first.close()
  const seen = [...first.frames]
  const second = await Tab.open(agents)
  await second.ask('chat.resume', { conversation_id: id, last_seq: seen.at(-1)?.payload.seq ?? 0 })
  await approved
  await until(() => (isOver(second) || seen.at(-1)?.type === 'chat.done' ? true : undefined), 'end')
  second.close()
  return textOf([...seen, ...second.frames]) === textOf(await framesOf(agents, id, 'chat.done'))
}

const isOver = (tab: Tab) => tab.frames.at(-1)?.type === 'chat.done'
