import { isIPv6 } from 'node:net'
import { ApiError } from '@atrium/sdk'
import { LruMap } from './lru-map.ts'

const GROUPS = 8
const OF_THE_NETWORK = 4

/**
 * What limits by address count: an IPv4 address, or the /64 of an IPv6 one, because whoever has one address there has all of
 * them. An IPv4 address in IPv6 clothing (`::ffff:192.0.2.1`) is the IPv4 address.
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

export interface RateLimitOptions {
  /** How many requests may come at once; they come back evenly over `seconds`. */
  readonly points: number
  readonly seconds: number
  /** In milliseconds. Default: the clock of the machine. */
  readonly now?: () => number
}

/** 1,000 a second for long, 10,000 at once: what a page, an import and a test run stay under, and a runaway loop does not. */
export const PER_CALLER = { points: 10_000, seconds: 10 } as const

/** More, because an office may share an address. */
export const PER_ADDRESS = { points: 30_000, seconds: 10 } as const

/**
 * Makes a limit that is kept in this process, as the generic cell rate algorithm: one number for each key, no timer, and 0.2 µs
 * on the path of every request.
 */
export function createRateLimit({ points, seconds, now = Date.now }: RateLimitOptions): RateLimit {
  const burst = seconds * 1000
  const cost = burst / points
  const workedOff = new LruMap<string, number>(KEYS)
  return (key) => {
    const time = now()
    const next = Math.max(workedOff.get(key) ?? time, time) + cost
    if (next > time + burst) throw tooManyRequests(`[${key}] sends too many requests.`, next - time - burst)
    workedOff.set(key, next)
  }
}

/** A 429 that says, in its text and in `Retry-After`, how long to wait: whole seconds, at least one. */
export function tooManyRequests(what: string, wait: number): ApiError {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  return new ApiError('too_many_requests', {
    detail: `${what} Wait ${seconds} s, then try again.`,
    headers: { 'Retry-After': String(seconds) },
  })
}
