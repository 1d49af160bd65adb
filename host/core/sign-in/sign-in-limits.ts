import { ApiError } from '@atrium/sdk'
import type * as RateLimiters from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Database } from '../../base/db/index.ts'
import { latePackage } from '../../base/lifetime/index.ts'
import { hashSecret, networkOf, tooManyRequests } from '../auth/index.ts'

/** Loaded with the first sign-in, because its adapters for a dozen databases take 10 MB. */
const limiters = latePackage<typeof RateLimiters>('rate-limiter-flexible')

const TABLE = 'platform_sign_in_limits'

/** Allowed failures, and the seconds after which they are forgotten. README: Failed sign-ins. */
const LIMITS = {
  /** One account from one known browser. Nobody else can use these up. */
  device: { points: 10, duration: 15 * 60 },
  /** One account from one network. A person who mistypes is locked out briefly, and only in their own network. */
  pair: { points: 10, duration: 15 * 60 },
  /** One account from all unknown browsers together. Exceeding it refuses nobody, but from then on `region` counts too. */
  account: { points: 100, duration: 60 * 60 },
  /** One account under attack, from one region of the internet: all customers of a provider count together. */
  region: { points: 3, duration: 60 * 60 },
  /** The second step of one account. Only somebody who knows the password can use up these attempts. */
  code: { points: 20, duration: 60 * 60 },
  /** Proofs of somebody who is signed in. Only they can use up these attempts. */
  own: { points: 100, duration: 60 * 60 },
  /** All accounts from one network. */
  network: { points: 100, duration: 15 * 60 },
  /** E-mails requested from one network. */
  mail: { points: 100, duration: 15 * 60 },
} as const

type Limits = Record<keyof typeof LIMITS, RateLimiterAbstract>

/** An attempt that may fail. Each member that is given is counted. */
export interface Attempt {
  /** The account as entered. */
  readonly account?: string
  /** The id of the person at the second step. */
  readonly code?: string
  /** The id of the signed-in person who proves their identity. */
  readonly own?: string
  readonly address?: string
  /** The address of the client that requests an e-mail. */
  readonly mail?: string
  /** The id of a browser that this person has signed in with before (`deviceFor`). Then nothing else is counted. */
  readonly device?: string | undefined
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
    const keys = [...keysOf(attempt), ...(await this.#slowedDown(attempt))]
    const counted = keys.map(([limit, key]) => ({ limiter: limits[limit], key: hashSecret(key) }))
    for (const { limiter, key } of counted) {
      const counting = consume(limiter, key)
      await (limiter === limits.account ? counting.catch(ignoreRefusal) : counting)
    }
    return async () => {
      for (const { limiter, key } of counted) await limiter.reward(key)
    }
  }

  /** The additional keys once many strangers have failed at an account. */
  async #slowedDown({ account, address, device }: Attempt): Promise<[keyof Limits, string][]> {
    if (account === undefined || address === undefined || device !== undefined) return []
    const isGuessedAt = await isExceeded(this.#limits!.account, hashSecret(account))
    return isGuessedAt ? [['region', `${account} ${regionOf(address)}`]] : []
  }

  /**
   * Checks a proof that cannot be guessed, such as a link or a passkey. Only failures are counted, so a correct proof is never refused
   * because of others. @throws ApiError of the check, or `too_many_requests` instead
   */
  async counting<Result>(address: string, check: () => Promise<Result>): Promise<Result> {
    try {
      return await check()
    } catch (error) {
      if (error instanceof ApiError) await this.attempt({ address })
      throw error
    }
  }

  async sweep(): Promise<void> {
    await this.#database.context(TABLE).where('expire', '<', Date.now()).delete()
  }
}

/** The keys to count. They are stored as hashes, so that texts typed into the e-mail field are not. */
function keysOf({ account, code, own, address, mail, device }: Attempt): [keyof Limits, string][] {
  if (device !== undefined) return [['device', `${device} ${account ?? ''} ${code ?? ''}`]]
  const network = address === undefined ? undefined : networkOf(address)
  const known: [keyof Limits, string | undefined][] = [
    ['pair', account && network && `${account} ${network}`],
    ['code', code],
    ['own', own],
    ['network', network],
    ['account', account],
    ['mail', mail && networkOf(mail)],
  ]
  return known.flatMap(([limit, key]) => (key === undefined ? [] : [[limit, key]]))
}

/**
 * The /16 of an IPv4 address, or the /32 of an IPv6 address, as assigned to one provider. An attacker has many networks, but few of these.
 */
function regionOf(address: string): string {
  const network = networkOf(address)
  return network.includes(':') ? network.split(':').slice(0, 2).join(':') : network.split('.').slice(0, 2).join('.')
}

async function isExceeded(limiter: RateLimiterAbstract, key: string): Promise<boolean> {
  const counted = await limiter.get(key)
  return counted !== null && counted.consumedPoints >= limiter.points && !isFromTheFuture(counted, limiter)
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

const TOO_MANY =
  'Too many failed attempts to sign in from here. A passkey, a sign-in link and a browser that you have signed in with before still work.'

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const { RateLimiterRes } = limiters()
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    if (isFromTheFuture(refusal, limiter)) return countAfresh(limiter, key)
    throw tooManyRequests(TOO_MANY, refusal.msBeforeNext)
  }
}

/**
 * Whether the failures were counted before the clock was set back: they would then be kept for too long. Twice the duration, because the
 * clocks of hosts that share a database differ.
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
  return {
    device: create('device'),
    pair: create('pair'),
    account: create('account'),
    region: create('region'),
    code: create('code'),
    own: create('own'),
    network: create('network'),
    mail: create('mail'),
  }
}
