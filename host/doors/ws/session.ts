import type { Undo } from '@atrium/sdk'
import type { Auth } from '../../core/auth/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Client } from './client.ts'
import { CLOSE_REASONS } from './client.ts'

export interface KeepInSessionOptions {
  readonly auth: Pick<Auth, 'findSession' | 'onSessionsEnded'>
  readonly log: HostLogger
  /** Milliseconds between heartbeats. */
  readonly every: number
}

/**
 * Closes a client whose session ends: at once if this host ends it, at the next heartbeat if another host ends it, it
 * expires or its user is disabled. Each heartbeat refreshes the permissions and pings the client to detect a lost
 * connection.
 */
export function keepInSession(client: Client, { auth, log, every }: KeepInSessionOptions): Undo {
  const { sessionId } = client.identity

  async function lookUp(id: string): Promise<void> {
    try {
      const identity = await auth.findSession(id)
      if (identity) client.identity = identity
      else void client.close(CLOSE_REASONS.signedOut)
    } catch (err) {
      log.warn('looking up the session of a WebSocket failed', { err, connection: client.id })
    }
  }

  const forget = auth.onSessionsEnded((ids) => {
    if (sessionId !== undefined && ids.includes(sessionId)) void client.close(CLOSE_REASONS.signedOut)
  })
  const heartbeat = setInterval(() => {
    client.ping()
    if (sessionId !== undefined) void lookUp(sessionId)
  }, every)
  return () => {
    clearInterval(heartbeat)
    forget()
  }
}
