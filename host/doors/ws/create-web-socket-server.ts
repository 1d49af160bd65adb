import { ApiError } from '@atrium/sdk'
import { type ServerOptions, WebSocketServer } from 'ws'
import type { Logger } from '../../base/log/index.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'

/** How long a client may take to answer that it is being closed, in milliseconds. */
const FAREWELL_MS = 1_000

/** The WebSocket protocol without a server of its own: whoever gets an upgrade hands it over. Nothing is compressed: it costs more memory than it saves. */
export function createWebSocketServer({ maxPayload, log }: { maxPayload: number; log: Logger }): WebSocketServer {
  // Its types do not know `closeTimeout` yet.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload,
    closeTimeout: FAREWELL_MS,
  }
  const server = new WebSocketServer(options)
  return server.on('wsClientError', ({ message }, socket) => {
    const detail = `This is no WebSocket handshake (RFC 6455 section 4.2.1): ${message}.`
    refuseUpgrade(socket, new ApiError('header_malformed', { detail }), log)
  })
}
