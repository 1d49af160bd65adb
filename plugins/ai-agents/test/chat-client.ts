import { WebSocket } from 'ws'
import type { AgentsHost } from './agents-host.ts'

/** A frame, as clients get it. */
export interface Frame {
  readonly type: string
  readonly payload: Record<string, unknown> & { readonly seq: number }
}

/**
 * Sends a message over REST and reads the stream of its answer to the end. Asks again while the database of a slow machine is busy.
 * `as` are the headers of whoever sends it. Default: those that the host gives its tests.
 */
export async function sendOver(
  agents: AgentsHost,
  conversation_id: string,
  text: string,
  { as = {} }: { as?: Readonly<Record<string, string>> } = {},
): Promise<Frame[]> {
  for (;;) {
    const response = await agents.host.request(`/api/v1/ai-agents/conversations/${conversation_id}/messages`, {
      method: 'POST',
      json: { text },
      headers: { ...as, accept: 'text/event-stream' },
    })
    const body = await response.text()
    if (response.status === 200) return body.split('\n\n').filter(Boolean).map(parseEvent)
    if (!body.includes('"database_busy"')) throw new Error(body)
  }
}

function parseEvent(event: string): Frame {
  const lines = new Map(event.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]))
  return { type: lines.get('event') ?? '', payload: JSON.parse(lines.get('data') ?? '{}') as Frame['payload'] }
}

/** Milliseconds that are waited for something on a busy machine. */
const PATIENCE = 50_000

/** Reads the frames of a conversation until one of this type has come. */
export async function framesOf(agents: AgentsHost, conversation_id: string, until: string): Promise<Frame[]> {
  const end = Date.now() + PATIENCE
  for (;;) {
    const { body } = await agents.ask<Frame[]>('GET', `/conversations/${conversation_id}/frames?after=0`)
    if (body.some(({ type }) => type === until)) return body
    if (Date.now() > end) throw new Error(`No ${until}: ${JSON.stringify(body)}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

/** The text of all frames together. */
export const textOf = (frames: readonly Frame[]) =>
  frames.flatMap(({ type, payload }) => (type === 'chat.delta' ? [String(payload.text)] : [])).join('')

/** A browser tab: a WebSocket connection, with the frames that it got, each once and in order. */
export class Tab {
  readonly #socket: WebSocket
  readonly #answers: { type: string; reply_to?: string; payload: Record<string, unknown> }[] = []
  readonly frames: Frame[] = []
  #count = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString()) as never))
  }

  static async open({ host }: AgentsHost, token = host.token): Promise<Tab> {
    const address = `${host.url.replace('http', 'ws')}/api/v1/ws?namespace=ai-agents`
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } })
    const tab = new Tab(socket)
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    return tab
  }

  #take(message: { type: string; reply_to?: string; payload: Record<string, unknown> }): void {
    if (message.reply_to !== undefined) this.#answers.push(message)
    const seq = message.payload?.seq
    if (typeof seq !== 'number' || message.type === 'chat.sent') return
    // As clients do: frames that they have are skipped.
    if (seq > (this.frames.at(-1)?.payload.seq ?? 0)) this.frames.push(message as never)
  }

  /** Sends a message and returns the answer that is no frame. */
  async ask(type: string, payload: object): Promise<{ type: string; payload: Record<string, unknown> }> {
    const id = String(++this.#count)
    this.#socket.send(JSON.stringify({ namespace: 'ai-agents', type, id, payload }))
    const find = () => this.#answers.find((each) => each.reply_to === id && !isFrame(each.type))
    return until(() => find(), `an answer to ${type}`)
  }

  /** Waits for a frame of this type. */
  see = (type: string) => until(() => this.frames.find((frame) => frame.type === type), type)

  close = () => this.#socket.terminate()
}

const ANSWERS = ['chat.sent', 'chat.cancelled', 'chat.decided', 'chat.resumed', 'chat.history', 'error']
const isFrame = (type: string) => !ANSWERS.includes(type)

/** Waits until there is something. */
export async function until<Found>(find: () => Found | undefined | Promise<Found | undefined>, what: string) {
  const end = Date.now() + PATIENCE
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`There was no ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
