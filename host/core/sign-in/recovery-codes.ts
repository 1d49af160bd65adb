import { randomInt } from 'node:crypto'
import type { Database } from '../../base/db/index.ts'
import { hashSecret } from '../auth/index.ts'

const COUNT = 10
const LENGTH = 16

/** Without letters and digits that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstvwxyz23456789'

interface Row {
  readonly code_hash: string
  readonly user_id: string
  readonly created_at: string
  readonly used_at: string | null
}

/** Codes for people who have lost their second factor: rows of `platform_recovery_codes`. Each works once; only hashes are stored. */
export class RecoveryCodes {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Makes ten new codes, such as `abcd-efgh-jkmn-pqrs`. Earlier ones stop working. */
  async renew(userId: string): Promise<string[]> {
    const codes = Array.from({ length: COUNT }, createCode)
    const created_at = this.#time()
    await this.#database.transaction(async () => {
      await this.remove(userId)
      await this.#rows().insert(codes.map((code) => ({ code_hash: hashOf(userId, code), user_id: userId, created_at })))
    })
    return codes
  }

  /** Makes codes unless the person has some. */
  async ensure(userId: string): Promise<string[] | undefined> {
    return (await this.left(userId)) > 0 ? undefined : this.renew(userId)
  }

  /** Uses up a code. Returns false if it is unknown or used. */
  async use(userId: string, code: string): Promise<boolean> {
    const used = await this.#rows()
      .where({ user_id: userId, code_hash: hashOf(userId, code) })
      .whereNull('used_at')
      .update({ used_at: this.#time() })
    return used === 1
  }

  /** How many codes still work. */
  async left(userId: string): Promise<number> {
    const rows = await this.#rows().where({ user_id: userId }).whereNull('used_at').select('code_hash')
    return rows.length
  }

  async remove(userId: string): Promise<void> {
    await this.#rows().where({ user_id: userId }).delete()
  }

  #rows() {
    return this.#database.context<Row>('platform_recovery_codes')
  }

  #time(): string {
    return new Date(this.#now()).toISOString()
  }
}

/** 78 random bits, so a fast hash suffices. */
function createCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return letters.join('').replace(/.{4}(?!$)/g, '$&-')
}

/** Upper case, blanks and dashes do not matter. */
const hashOf = (userId: string, code: string) => hashSecret(`${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
