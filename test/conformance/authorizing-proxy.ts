import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server in front of another. */
export interface Proxy extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string
}

/** Hands everything on to a host with a token, for a program that has none; `Host` and `Origin` stay what it sent. */
export async function startAuthorizingProxy(target: string, token: string): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => handOn(incoming, outgoing, { target, token }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function handOn(incoming: IncomingMessage, outgoing: ServerResponse, to: { target: string; token: string }): void {
  const headers = { ...incoming.headers, authorization: `Bearer ${to.token}` }
  const onward = request(new URL(incoming.url ?? '/', to.target), { method: incoming.method, headers })
  onward.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
