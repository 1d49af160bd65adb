import { isIPv6 } from 'node:net'
import { ApiError } from '@atrium/sdk'
import { LruMap } from './lru-map.ts'

const GROUPS = 8
const OF_THE_NETWORK = 4

/**
 * Returns the key for limits by address: the IPv4 address, or the /64 network of an IPv6 address, because one client usually has all
 * addresses of it. A mapped address (`::ffff:192.0.2.1`) counts as its IPv4 address.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const gap = Array.from({ length: GROUPS - before.length - after.length }, () => '0')
  const groups = [...before, ...gap, ...after].slice(0, OF_THE_NETWORK)
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`
}

const KEYS = 100_000

/** Counts one request of a caller or an address. @throws ApiError `too_many_requests` */
export type RateLimit = (key: string) => void

/** How many requests a limit allows. */
export interface RateLimitOptions {
  /** The largest burst. It is replenished evenly over `seconds`. */
  readonly points: number
  readonly seconds: number
  /** Milliseconds. Default: a clock that is never set back, so that setting the machine's clock refuses nobody. */
  readonly now?: () => number
}

/** 1,000 requests a second, 10,000 in a burst: above what a page, an import or a test run needs, and below a runaway loop. */
export const PER_CALLER = { points: 10_000, seconds: 10 } as const

/** Higher than per caller, because an office may share one address. */
export const PER_ADDRESS = { points: 30_000, seconds: 10 } as const

const monotonicNow = performance.now.bind(performance)

/**
 * Makes a limit in the memory of this process. Uses the generic cell rate algorithm: one time per key, no timers, 0.2 µs per
 * request.
 */
export function createRateLimit({ points, seconds, now = monotonicNow }: RateLimitOptions): RateLimit {
  const burst = seconds * 1000
  const cost = burst / points
  const senders = new LruMap<string, { workedOffAt: number }>(KEYS)
  return (key) => {
    const time = now()
    const sender = senders.get(key)
    const next = Math.max(sender?.workedOffAt ?? time, time) + cost
    if (next > time + burst) throw tooManyRequests(`[${key}] sends too many requests.`, next - time - burst)
    if (sender) sender.workedOffAt = next
    else senders.set(key, { workedOffAt: next })
  }
}

/**
 * Makes a 429. Its text and `Retry-After` give the waiting time in whole seconds, at least one.
 * @param wait milliseconds
 */
export function tooManyRequests(what: string, wait: number): ApiError {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  return new ApiError('too_many_requests', {
    detail: `${what} Wait ${seconds} s, then try again.`,
    headers: { 'Retry-After': String(seconds) },
  })
}
