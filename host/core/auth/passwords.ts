import { ApiError } from '@atrium/sdk'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** OWASP's smallest for argon2id: 19 MiB of memory, two passes, one thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash of a password that nobody knows, at the same cost. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$1rw6nfl6sHmHmtDWjhyQCA$OTfsgMgMV+mLbYvkKdU4L1hQwZxs9C0lHaxQf1MFLlI'

/** Loaded when the first password comes: a host that nobody signs in to keeps its 3 MB. */
const argon2 = () => import('@node-rs/argon2')

/** An argon2id hash in PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2()
  return hash(normalize(password), COST)
}

/** Whether it is the password. Takes as long without a hash, so that nobody can measure which people there are. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const { verify } = await argon2()
  const matches = await verify(hash ?? NOBODY, normalize(password))
  return matches && hash !== undefined
}

/** Whether the hash was made at another cost than would be paid today. */
export async function needsRehash(hash: string): Promise<boolean> {
  const { parseOptions } = await argon2()
  const { memoryCost, timeCost, parallelism } = parseOptions(hash)
  return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism
}

/** The same characters may be typed as different code points (NIST SP 800-63B, 3.1.1.2). */
const normalize = (password: string) => password.normalize('NFKC')

/** Characters. No rules of composition: length is what counts (NIST SP 800-63B, 3.1.1.2). */
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 200

/** What has to be left, in different characters, when all that is easily guessed is taken out of a password. */
const DIFFERENT = 5
const SHORTEST_NAME = 3

/**
 * Refuses a password that is guessed early: little more than common passwords, the person's name or e-mail, or a few characters
 * over and over. Its length is the body schema's to check.
 * @throws ApiError `validation_failed` at `password`
 */
export function checkPassword(password: string, person: { name: string; email: string | null | undefined }): void {
  const words = [...COMMON_PASSWORDS, ...wordsOf(person)].sort((a, b) => b.length - a.length)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase())
  if (new Set(rest).size >= DIFFERENT) return
  throw refusePassword(
    'password',
    'This password is guessed early: it is made of common passwords, your name or e-mail, or too few different characters. Take several words that nobody connects with you.',
  )
}

/** A 422 at one field of the password form. */
export function refusePassword(field: 'password' | 'current' | 'email', text: string): ApiError {
  return new ApiError('validation_failed', { detail: text, errors: { [field]: text } })
}

function wordsOf({ name, email }: { name: string; email: string | null | undefined }): string[] {
  const address = email?.toLowerCase() ?? ''
  const parts = `${name.toLowerCase()} ${address}`.split(/[^\p{L}\p{N}]+/u)
  return [name.toLowerCase(), address, ...parts].filter((word) => word.length >= SHORTEST_NAME)
}
