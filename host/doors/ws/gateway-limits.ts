import type { RateLimitOptions } from '../../core/auth/index.ts'

const MIB = 1024 * 1024

/** What one connection may cost. */
export interface GatewayLimits {
  /** Size of a message, in bytes: what is larger closes its connection with 1009. */
  readonly message: number
  /** What may wait to be read by a client, in bytes: more closes it with 4408. */
  readonly buffered: number
  /** Open connections of one caller. */
  readonly connections: number
  /** Messages of one connection that are being handled. */
  readonly underWay: number
  /** Messages of one connection over time. */
  readonly messages: Pick<RateLimitOptions, 'points' | 'seconds'>
  /** Milliseconds between two pings, which is also how often a session is looked up again. */
  readonly heartbeat: number
}

/** 100 messages a second for long, 1,000 at once; many connections of one caller, because programs share a token. */
export const GATEWAY_LIMITS: GatewayLimits = {
  message: MIB,
  buffered: 4 * MIB,
  connections: 500,
  underWay: 100,
  messages: { points: 1_000, seconds: 10 },
  heartbeat: 30_000,
}
