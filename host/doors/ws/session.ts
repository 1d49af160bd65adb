import type { Undo } from '@atrium/sdk'
import type { Auth } from '../../core/auth/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Client } from './client.ts'
import { CLOSE_REASONS } from './client.ts'

export interface KeepInSessionOptions {
  readonly auth: Pick<Auth, 'renew' | 'onChange' | 'atEnd'>
  readonly log: HostLogger
  /** Milliseconds between heartbeats. */
  readonly every: number
}

/**
 * Closes a client whose session or token has ended, and refreshes its permissions: whenever people, roles, tokens or sessions have changed
 * on any host, when the session or token expires, and at each heartbeat, because sessions also end if they are idle. A heartbeat pings the
 * client too, to detect a lost connection.
 */
export function keepInSession(client: Client, { auth, log, every }: KeepInSessionOptions): Undo {
  async function renew(): Promise<void> {
    try {
      const caller = await auth.renew(client.caller)
      if (caller) client.identity = { ...client.identity, caller }
      else void client.close(CLOSE_REASONS.signedOut)
    } catch (err) {
      log.warn('looking up the session of a WebSocket failed', { err, connection: client.id })
    }
  }

  const forget = auth.onChange(() => void renew())
  const stopWaiting = auth.atEnd(client.caller, () => void renew())
  const heartbeat = setInterval(() => {
    client.ping()
    void renew()
  }, every)
  return () => {
    clearInterval(heartbeat)
    stopWaiting()
    forget()
  }
}
