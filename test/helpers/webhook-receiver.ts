import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A message as a receiver of webhooks gets it. */
export interface Received {
  readonly path: string
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: { readonly type: string; readonly timestamp: string; readonly data: unknown }
}

/** Answers a message; the number of those before it with the same id, and the message. */
type Answer = (response: ServerResponse, given: { readonly before: number; readonly message: Received }) => void

/** Another system that is told of events, on this machine. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  readonly received: readonly Received[]
  /** How it answers from now on. Default: 200. */
  answer: Answer
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = []
  const receiver = { answer: ((response) => void response.end('thanks')) as Answer }
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        const id = String(request.headers['webhook-id'])
        const event = JSON.parse(body || '{}') as Received['event']
        const message = { path: request.url ?? '', id, headers: request.headers, body, event }
        const before = received.filter((each) => each.id === id).length
        received.push(message)
        receiver.answer(response, { before, message })
      },
      () => undefined,
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => void server.close(done))
    },
  })
}

/** Whether a message is signed with a secret: as the specification of Standard Webhooks says, and not with our own code. */
export function isSigned({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): boolean {
  const [id, timestamp] = [headers['webhook-id'] as string, headers['webhook-timestamp'] as string]
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
