import type { Undo } from '@atrium/sdk'
import type { Auth } from '../../core/auth/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Client } from './client.ts'
import { CLOSE_REASONS } from './client.ts'

export interface KeepInSessionOptions {
  readonly auth: Pick<Auth, 'findSession' | 'onSessionsEnded'>
  readonly log: HostLogger
  /** Milliseconds. */
  readonly every: number
}

/**
 * Closes a client whose session ends: at once where this host ends it, at the next heartbeat where another one does, it expires,
 * or its person is disabled. What the person may do is read anew each time. Pings too, so that who is gone is noticed.
 */
export function keepInSession(client: Client, { auth, log, every }: KeepInSessionOptions): Undo {
  const { sessionId } = client.identity

  async function lookUp(id: string): Promise<void> {
    try {
      const identity = await auth.findSession(id)
      if (identity) client.identity = identity
      else void client.close(CLOSE_REASONS.signedOut)
    } catch (err) {
      log.warn({ err, connection: client.id }, 'a session could not be looked up')
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
