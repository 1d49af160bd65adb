import { hash, randomBytes } from 'node:crypto'

/** A secret's text, which the client keeps, and its hash, which the database stores. */
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

/** Returns the SHA-256 hash. A random secret needs no slow hash. */
export function hashSecret(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** Returns a UUID of version 7 (RFC 9562): random, and sortable by the millisecond of its creation. */
export function createId(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
