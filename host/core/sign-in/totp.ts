import { ApiError } from '@atrium/sdk'
import type * as OtpAuth from 'otpauth'
import type { Database } from '../../base/db/index.ts'
import { latePackage } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import { SecretError } from '../../base/secrets/index.ts'
import type { User } from '../auth/index.ts'

const otpauth = latePackage<typeof OtpAuth>('otpauth')

/** Seconds for which an authenticator app shows a code. */
const PERIOD = 30

/** Codes of the steps before and after the present one are accepted too, because clocks differ. */
const WINDOW = 1

interface Row {
  readonly user_id: string
  readonly secret: string
  readonly created_at: string
  readonly confirmed_at: string | null
  readonly last_step: number | string | null
}

/** The key of an authenticator app, shown once. */
export interface NewTotp {
  /** Base32, to type into an app. */
  readonly secret: string
  /** `otpauth://…`, to show as a QR code. */
  readonly uri: string
}

interface TotpOptions {
  readonly database: Database
  readonly keys: KeyRing
  readonly log: HostLogger
  readonly now: () => number
}

/** Authenticator apps (RFC 6238): rows of `platform_totp`. Their keys are sealed; a code is accepted once. */
export class Totp {
  readonly #options: TotpOptions

  constructor(options: TotpOptions) {
    this.#options = options
  }

  /** Makes a new key. It takes effect once a code has confirmed it. @throws ApiError `conflict` if the person already has an app */
  async enrol(user: User): Promise<NewTotp> {
    const { TOTP, Secret } = otpauth()
    const { keys, now } = this.#options
    const secret = new Secret({ size: 20 })
    const row = {
      secret: keys.seal(secret.base32, placeOf(user.id)),
      created_at: new Date(now()).toISOString(),
      last_step: null,
    }
    const stored = await this.#rows()
      .insert({ user_id: user.id, ...row })
      .onConflict('user_id')
      .merge(row)
      .whereNull('platform_totp.confirmed_at')
      .returning('user_id')
    if (stored.length === 0) throw alreadyEnrolled()
    const label = user.email ?? user.name
    return { secret: secret.base32, uri: new TOTP({ issuer: 'Atrium', label, secret, period: PERIOD }).toString() }
  }

  /** Confirms the new key with its first code. Returns false if the code is wrong. */
  async confirm(userId: string, code: string): Promise<boolean> {
    return this.#accept(userId, code, { confirmed: false })
  }

  /** Whether the code is right and was not used before. */
  async check(userId: string, code: string): Promise<boolean> {
    return this.#accept(userId, code, { confirmed: true })
  }

  /** When the person confirmed their app; undefined if they have none. */
  async confirmedAt(userId: string): Promise<string | undefined> {
    const row = await this.#rows().where({ user_id: userId }).first<Row | undefined>('confirmed_at')
    return row?.confirmed_at ?? undefined
  }

  async remove(userId: string): Promise<boolean> {
    return (await this.#rows().where({ user_id: userId }).delete()) > 0
  }

  async #accept(userId: string, code: string, { confirmed }: { confirmed: boolean }): Promise<boolean> {
    const row = await this.#rows().where({ user_id: userId }).first<Row | undefined>()
    if (row === undefined || (row.confirmed_at !== null) !== confirmed) return false
    const step = this.#stepOf(row, code)
    if (step === undefined) return false
    const changes = confirmed
      ? { last_step: step }
      : { last_step: step, confirmed_at: new Date(this.#options.now()).toISOString() }
    // One statement both compares and writes the step, so of two simultaneous uses of a code only one succeeds.
    const accepted = await this.#rows()
      .where({ user_id: userId, secret: row.secret })
      .where((last) => void last.whereNull('last_step').orWhere('last_step', '<', step))
      .update(changes)
    return accepted === 1
  }

  #stepOf({ user_id, secret }: Row, token: string): number | undefined {
    const { TOTP, Secret } = otpauth()
    const key = this.#open(secret, user_id)
    if (key === undefined) return undefined
    const timestamp = this.#options.now()
    const delta = TOTP.validate({ token, secret: Secret.fromBase32(key), timestamp, period: PERIOD, window: WINDOW })
    return delta === null ? undefined : TOTP.counter({ timestamp, period: PERIOD }) + delta
  }

  /** A key that this host cannot open accepts no code. The person still has their recovery codes. */
  #open(sealed: string, userId: string): string | undefined {
    try {
      return this.#options.keys.open(sealed, placeOf(userId))
    } catch (error) {
      if (!(error instanceof SecretError)) throw error
      this.#options.log.error('the key of an authenticator app cannot be opened', { err: error, user: userId })
      return undefined
    }
  }

  #rows() {
    return this.#options.database.context<Row>('platform_totp')
  }
}

const alreadyEnrolled = () =>
  new ApiError('conflict', {
    detail: 'You already have an authenticator app. Remove it first, then set up the new one.',
  })

const placeOf = (userId: string) => ({ plugin: 'platform', place: `platform_totp/${userId}/secret` })
