import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { WebSocket } from 'ws'
import { type Atrium, TOKEN } from '../start-atrium.ts'

/** A message of the host. */
interface Message {
  readonly type: string
  readonly reply_to?: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** A message in a history. */
interface Said {
  readonly role: string
  readonly content: { readonly text: string }
}

/** Milliseconds after which an answer counts as lost. */
const PATIENCE = 120_000

/** A connection of a person who follows a chat. What it gets is kept as bytes, so that reading it takes no time from the host. */
export class Follower {
  readonly #socket: WebSocket
  readonly #received: Buffer[] = []
  #asked = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => void this.#received.push(data))
  }

  static async open({ url }: Atrium): Promise<Follower> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws?namespace=ai-agents`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    await once(socket, 'open')
    return new Follower(socket)
  }

  send(type: string, payload: object): void {
    const id = String((this.#asked += 1))
    this.#socket.send(JSON.stringify({ type, id, payload }))
  }

  /** Sends a message until it is taken. Returns how often the host was too busy for it. */
  async begin(payload: object): Promise<number> {
    for (let refused = 0; ; refused += 1) {
      this.send('chat.send', payload)
      const answer = await this.see('chat.sent', 'error')
      if (answer.type === 'chat.sent') return refused
      if (answer.payload['retryable'] !== true) throw new Error(JSON.stringify(answer))
      this.#received.length = 0
      await pause(500)
    }
  }

  /** Waits for a message of one of these types. */
  async see(...types: readonly string[]): Promise<Message> {
    const wanted = types.map((type) => `"type":"${type}"`)
    for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(20)) {
      const found = this.#received.findLast((data) => wanted.some((each) => data.includes(each)))
      if (found) return parse(found)
    }
    const last = this.#received.at(-1)?.toString()
    throw new Error(`There was no [${types.join()}] within ${PATIENCE / 1000} s. The last message was ${last}`)
  }

  /** The frames of the conversation, as they came. */
  frames(): Pick<Message, 'type' | 'payload'>[] {
    return this.#received
      .map(parse)
      .filter(({ type, payload }) => 'seq' in payload && type !== 'chat.sent')
      .map(({ type, payload }) => ({ type, payload }))
  }

  async close(): Promise<void> {
    this.#socket.close()
    await once(this.#socket, 'close')
  }
}

const parse = (data: Buffer) => JSON.parse(data.toString()) as Message

/** What is wrong with a chat whose answer should be this text: frames that are missing or not in order, or that differ from what is stored. */
export async function mistakesOf(follower: Follower, text: string, atrium: Atrium): Promise<string[]> {
  const frames = follower.frames()
  const conversation_id = String(frames[0]?.payload['conversation_id'])
  const stored = await atrium.request(`/api/v1/ai-agents/conversations/${conversation_id}/frames?after=0`)
  follower.send('chat.history', { conversation_id })
  const { payload } = await follower.see('chat.history')
  const answers = (payload['messages'] as Said[]).filter(({ role }) => role === 'assistant')
  const written = frames.map((frame) => (frame.type === 'chat.delta' ? String(frame.payload['text']) : '')).join('')
  const checks = {
    'its text is not what the provider wrote': written === text,
    'its frames have gaps, or another order': frames.every((frame, at) => frame.payload['seq'] === at + 1),
    'it has no end': frames.at(-1)?.type === 'chat.done',
    'its frames are not those that are stored': isDeepStrictEqual(frames, await stored.json()),
    'its history is not what was told': answers.length === 1 && answers[0]?.content.text === text,
  }
  return Object.entries(checks).flatMap(([mistake, isRight]) => (isRight ? [] : [mistake]))
}
