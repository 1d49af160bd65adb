import type Koa from 'koa'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerClientError } from './answer-client-error.ts'
import { closeServer } from './close-server.ts'
import { UpgradableRequest } from './upgradable-request.ts'

export interface ListenOptions {
  /** Default 0: any free one. */
  readonly port?: number
  /** Default `127.0.0.1`. */
  readonly host?: string
  /** How long the head of a request may take, in milliseconds. Default 15 s. */
  readonly headersTimeout?: number
  /** How long a whole request may take to arrive, in milliseconds. Default 5 minutes: uploads are requests too. */
  readonly requestTimeout?: number
}

/** A server that takes requests. */
export interface Listening {
  /** For those who take over connections: `server.on('upgrade', …)`. */
  readonly server: Server
  /** `http://127.0.0.1:3000`, without a slash at the end. */
  readonly url: string
  /** Stops accepting, lets requests end and cuts off what is still running after the deadline. @param deadline in milliseconds, default 10 s */
  close(deadline?: number): Promise<void>
}

/** Longer than the 60 s after which common proxies let go of a connection: whoever is second to let go must be the server. */
const KEEP_ALIVE_MS = 65_000

/** How often Node looks for requests that take too long. */
const CHECK_MS = 5_000

/** Rejects where the address is taken or not allowed. */
export async function listen(app: Koa, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', headersTimeout = 15_000, requestTimeout = 300_000 } = options
  const connectionsCheckingInterval = Math.min(CHECK_MS, headersTimeout, requestTimeout)
  const timeouts = { headersTimeout, requestTimeout, connectionsCheckingInterval, keepAliveTimeout: KEEP_ALIVE_MS }
  const settings = { ...timeouts, IncomingMessage: UpgradableRequest }
  // Koa answers whatever happens; its promise is for nobody.
  const handle = app.callback()
  const server = createServer(settings, (request, response) => void handle(request, response))
  server.on('clientError', answerClientError)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { server, url: urlOf(server), close: (deadline) => closeServer(server, deadline) }
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
