import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import type { Answered } from './answer-checker.ts'
import type { GeneratedRequest } from './random-request.ts'

/** How long an answer may take before it counts as a hang, in milliseconds. */
const HANG = 30_000

/** Sends requests to a host. With `fetch`, a quarter of the processor time of a request was the client's. */
export interface Connection {
  send(generated: GeneratedRequest): Promise<Answered>
  close(): void
}

/** @param options.together how many requests run at the same time */
export function connect(url: string, { together }: { together: number }): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: together })
  return {
    async send({ target: { method }, path, headers, body }) {
      const { type, bytes } = await encode(body)
      const sent = request(url + path, {
        agent,
        method,
        headers: {
          'accept-encoding': 'gzip',
          ...headers,
          ...(type !== undefined && { 'content-type': type }),
          ...(bytes !== undefined && { 'content-length': bytes.length }),
        },
      })
      const timer = setTimeout(() => sent.destroy(new Error(`It took more than ${HANG} ms.`)), HANG)
      try {
        sent.end(bytes)
        return await read(sent)
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => agent.destroy(),
  }
}

async function read(sent: ClientRequest): Promise<Answered> {
  // An error while the answer arrives is an error of the answer, too, and is thrown there.
  sent.on('error', () => undefined)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const received = await buffer(answer)
  const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(received) : received
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: text.toString() }
}

/** A form has a media type that names its boundary. */
async function encode(body: GeneratedRequest['body']): Promise<{ type?: string; bytes?: Buffer }> {
  if (body === undefined) return {}
  if (typeof body === 'string') return { bytes: Buffer.from(body) }
  const form = new Response(body)
  return { type: form.headers.get('content-type') ?? '', bytes: Buffer.from(await form.arrayBuffer()) }
}
