import { hash, randomBytes } from 'node:crypto'

/** What a client holds and what the database keeps of it. */
export interface Secret {
  /** 43 characters of base64url. Shown once. */
  readonly text: string
  readonly hash: string
}

/** Makes a secret of 256 random bits. */
export function createSecret(): Secret {
  const text = randomBytes(32).toString('base64url')
  return { text, hash: hashSecret(text) }
}

/** SHA-256: a secret that is random already needs no slow hash. */
export function hashSecret(text: string): string {
  return hash('sha256', text, 'base64url')
}
