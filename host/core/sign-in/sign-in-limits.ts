import type * as RateLimiters from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Database } from '../../base/db/index.ts'
import { latePackage } from '../../base/lifetime/index.ts'
import { hashSecret, networkOf, tooManyRequests } from '../auth/index.ts'

/** Loaded with the first sign-in, because its adapters for a dozen databases take 10 MB. */
const limiters = latePackage<typeof RateLimiters>('rate-limiter-flexible')

const TABLE = 'platform_sign_in_limits'

/** Allowed failures, and the seconds after which they are forgotten. */
const LIMITS = {
  /** One account from one network. A person who mistypes is locked out briefly, and only in their own network. */
  pair: { points: 10, duration: 15 * 60 },
  /** One account from all networks together, against guessing by many machines (NIST SP 800-63B, 3.2.2). */
  account: { points: 100, duration: 60 * 60 },
  /** The second step of one account. Only somebody who knows the password can use these up. */
  code: { points: 20, duration: 60 * 60 },
  /** All accounts from one network. */
  network: { points: 100, duration: 15 * 60 },
} as const

type Limits = Record<keyof typeof LIMITS, RateLimiterAbstract>

/** An attempt to sign in: the account as it was entered, or the id of the person whose code it is, and the client's address. */
export interface Attempt {
  readonly code?: string
  readonly account?: string
  readonly address?: string
}

/** Uncounts an attempt after it succeeded. */
export type Forgive = () => Promise<void>

/** Limits failed attempts to sign in. Hosts that share a PostgreSQL database count together; on SQLite the one host counts in memory. */
export class SignInLimits {
  readonly #database: Database
  #limits: Limits | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** Counts an attempt before it is made, so that parallel attempts cannot exceed the limit. @throws ApiError `too_many_requests` */
  async attempt(attempt: Attempt): Promise<Forgive> {
    const limits = (this.#limits ??= createLimits(this.#database))
    const counted = keysOf(attempt).map(([limit, key]) => ({ limiter: limits[limit], key }))
    for (const { limiter, key } of counted) await consume(limiter, key)
    return async () => {
      for (const { limiter, key } of counted) await limiter.reward(key)
    }
  }

  async sweep(): Promise<void> {
    await this.#database.context(TABLE).where('expire', '<', Date.now()).delete()
  }
}

/** Keys are hashes, so that whatever was typed into the e-mail field is not stored. */
function keysOf({ account, code, address }: Attempt): [keyof Limits, string][] {
  const network = address === undefined ? undefined : networkOf(address)
  const known: [keyof Limits, string | undefined][] = [
    ['pair', account && network && `${account} ${network}`],
    ['account', account],
    ['code', code],
    ['network', network],
  ]
  return known.flatMap(([limit, key]) => (key === undefined ? [] : [[limit, hashSecret(key)]]))
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const { RateLimiterRes } = limiters()
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    if (isFromTheFuture(refusal, limiter)) return countAfresh(limiter, key)
    throw tooManyRequests('Too many failed attempts to sign in.', refusal.msBeforeNext)
  }
}

/**
 * Whether the failures were counted before the clock was set back: they would be remembered for as long as that. Twice the duration,
 * because the clocks of hosts that share a database differ.
 */
const isFromTheFuture = ({ msBeforeNext }: { msBeforeNext: number }, { duration }: RateLimiterAbstract) =>
  msBeforeNext > 2 * duration * 1000

async function countAfresh(limiter: RateLimiterAbstract, key: string): Promise<void> {
  await limiter.delete(key)
  await limiter.consume(key)
}

function createLimits(database: Database): Limits {
  const { RateLimiterMemory, RateLimiterPostgres } = limiters()
  const create = (keyPrefix: keyof Limits) => {
    const options = { ...LIMITS[keyPrefix], keyPrefix }
    if (database.dialect === 'sqlite') return new RateLimiterMemory(options)
    const store = { storeClient: database.knex, storeType: 'knex', tableName: TABLE, tableCreated: true }
    return new RateLimiterPostgres({ ...options, ...store, clearExpiredByTimeout: false })
  }
  return { pair: create('pair'), account: create('account'), code: create('code'), network: create('network') }
}
