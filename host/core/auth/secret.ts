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

/** A UUID of version 7 (RFC 9562): random, and sorted by the millisecond it was made in. */
export function createId(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
