import type { Database } from '../../base/db/index.ts'
import { createSecret, hashSecret } from '../auth/index.ts'

const MINUTE = 60_000

/**
 * - `sign_in`: the first factor was right, and a step is still missing
 * - `passkey`: a challenge for using a passkey
 * - `new_passkey`: a challenge for adding a passkey
 * - `oidc`: the person was sent to an identity provider
 */
type Kind = 'sign_in' | 'passkey' | 'new_passkey' | 'oidc'

/** Milliseconds for which each kind is valid. */
const LIFE: Readonly<Record<Kind, number>> = {
  sign_in: 10 * MINUTE,
  passkey: 5 * MINUTE,
  new_passkey: 5 * MINUTE,
  oidc: 10 * MINUTE,
}

/** A started step that is not finished yet. */
export interface Step<Data> {
  /** The person, if already known. */
  readonly userId: string | null
  readonly data: Data
}

interface Row {
  readonly token_hash: string
  readonly kind: Kind
  readonly user_id: string | null
  readonly data: string
  readonly expires_at: string
  readonly used_at: string | null
}

/** Started sign-ins: rows of `platform_sign_in_steps`. Each can be finished once. Only the hashes of their tokens are stored. */
export class SignInSteps {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Stores a step and returns its token, or the given one. */
  async begin(kind: Kind, step: Step<object>, token = createSecret().text): Promise<string> {
    await this.#rows().insert({
      token_hash: hashSecret(token),
      kind,
      user_id: step.userId,
      data: JSON.stringify(step.data),
      expires_at: this.#time(LIFE[kind]),
    })
    return token
  }

  /** Returns a step that can still be finished. */
  async find<Data>(kind: Kind, token: string): Promise<Step<Data> | undefined> {
    const row = await this.#open(kind, token).first<Row | undefined>('user_id', 'data')
    return row && toStep<Data>(row)
  }

  /** Uses up a step and returns it. One statement both checks and marks it, so of two simultaneous uses only one succeeds. */
  async use<Data>(kind: Kind, token: string): Promise<Step<Data> | undefined> {
    const [row] = await this.#open(kind, token).update({ used_at: this.#time() }).returning<Row[]>(['user_id', 'data'])
    return row && toStep<Data>(row)
  }

  /** Removes all started steps of a person. */
  async revoke(userId: string): Promise<void> {
    await this.#rows().where({ user_id: userId }).whereNull('used_at').delete()
  }

  async sweep(): Promise<void> {
    await this.#rows().where('expires_at', '<=', this.#time()).delete()
  }

  #open(kind: Kind, token: string) {
    return this.#rows()
      .where({ kind, token_hash: hashSecret(token) })
      .whereNull('used_at')
      .where('expires_at', '>', this.#time())
  }

  #rows() {
    return this.#database.context<Row>('platform_sign_in_steps')
  }

  #time(later = 0): string {
    return new Date(this.#now() + later).toISOString()
  }
}

const toStep = <Data>({ user_id, data }: Row): Step<Data> => ({ userId: user_id, data: JSON.parse(data) as Data })
