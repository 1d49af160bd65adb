import type { Database } from '../../base/db/index.ts'
import { createSecret, hashSecret } from './secret.ts'

const DAY = 86_400_000

interface LinkRow {
  readonly token_hash: string
  readonly user_id: string
  readonly expires_at: string
  readonly used_at: string | null
}

/** One-time links by which a person signs in without a password: rows of `platform_sign_in_links`. */
export class SignInLinks {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Makes the token of a new link, valid for 24 h. The person's earlier ones are void. */
  async renew(userId: string): Promise<string> {
    const { text, hash } = createSecret()
    await this.#database.transaction(async () => {
      await this.revoke(userId)
      await this.#rows().insert({ token_hash: hash, user_id: userId, expires_at: this.#time(DAY) })
    })
    return text
  }

  /** Makes what is left of a person's links void. */
  async revoke(userId: string): Promise<void> {
    await this.#rows().where({ user_id: userId }).whereNull('used_at').delete()
  }

  /** Uses the link up and returns whose it was. The one statement that marks it also checks it: of two at once, one gets nothing. */
  async use(token: string): Promise<string | undefined> {
    const [link] = await this.#rows()
      .where({ token_hash: hashSecret(token) })
      .whereNull('used_at')
      .where('expires_at', '>', this.#time())
      .update({ used_at: this.#time() })
      .returning('user_id')
    return link?.user_id
  }

  async sweep(): Promise<void> {
    await this.#rows().where('expires_at', '<=', this.#time()).delete()
  }

  #rows() {
    return this.#database.context<LinkRow>('platform_sign_in_links')
  }

  #time(later = 0): string {
    return new Date(this.#now() + later).toISOString()
  }
}
