import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Problem } from '@atrium/sdk/documents'
import { type ClientOptions, WebSocket } from 'ws'
import { until } from './until.ts'

/** A frame that the host sends. */
export interface TestFrame {
  readonly namespace?: string
  readonly type: string
  readonly reply_to?: string
  readonly seq?: number
  readonly topic?: string
  readonly payload: Record<string, unknown>
}

/** A client of the gateway that keeps the frames it receives. */
export interface TestSocket {
  readonly socket: WebSocket
  readonly frames: readonly TestFrame[]
  /** Sends an object as JSON, anything else as it is. */
  send(message: object | string | Buffer): void
  /** Sends a message and waits for the first answer. Default id: a new one. */
  ask(message: { readonly id?: string; readonly [member: string]: unknown }): Promise<TestFrame>
  /** Waits for the first frame, received before or later, with this type or that passes a test. */
  frame(wanted: string | ((frame: TestFrame) => boolean)): Promise<TestFrame>
  /** The code that the connection was closed with. */
  readonly closed: Promise<number>
}

/** Opens a WebSocket. Rejects if it is refused. */
export async function openSocket(url: string, options: ClientOptions = {}): Promise<TestSocket> {
  const socket = new WebSocket(url, options)
  const frames: TestFrame[] = []
  let asked = 0
  socket.on('message', (data: Buffer) => void frames.push(JSON.parse(data.toString()) as TestFrame))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await once(socket, 'open')
  const send: TestSocket['send'] = (message) =>
    socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message))
  const frame: TestSocket['frame'] = (wanted) => {
    const is = typeof wanted === 'string' ? ({ type }: TestFrame) => type === wanted : wanted
    return until(`a frame ${String(wanted)} among ${frames.length}`, () => frames.find(is))
  }
  const ask: TestSocket['ask'] = ({ id = `ask-${(asked += 1)}`, ...message }) => {
    send({ id, ...message })
    return frame(({ reply_to }) => reply_to === id)
  }
  return { socket, frames, send, ask, frame, closed }
}

/** How a WebSocket is refused. Fails if it is accepted. */
export async function refusal(
  url: string,
  options: ClientOptions = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; body: Problem }> {
  const socket = new WebSocket(url, options)
  const opened = once(socket, 'open').then(() => {
    throw new Error(`[${url}] was opened.`)
  })
  const refused = once(socket, 'unexpected-response') as Promise<[unknown, IncomingMessage]>
  const [, response] = await Promise.race([refused, opened])
  const body = JSON.parse(await text(response)) as Problem
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}
