import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** An answer over a lasting connection. */
export interface LastingAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** One connection to a server, which stays open between requests. */
export interface LastingConnection {
  ask(
    path: string,
    init?: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
  ): Promise<LastingAnswer>
  close(): void
}

/** Opens the connection with its first request. */
export function openLastingConnection(url: string, { token }: { token: string }): LastingConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    ask: (path, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const sent = { authorization: `Bearer ${token}`, ...headers }
        const asking = request(`${url}${path}`, { agent, method, headers: sent }, (response) => {
          const answered = (content: string) =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content })
          text(response).then(answered, reject)
        })
        asking.on('error', reject).end(body)
      }),
    close: () => agent.destroy(),
  }
}
