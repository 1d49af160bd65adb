import { ApiError } from '@atrium/sdk'
import type * as Argon2 from '@node-rs/argon2'
import { latePackage } from '../../base/lifetime/index.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** OWASP's minimum for argon2id: 19 MiB of memory, two passes, one thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash of an unknown password at the same cost. Compared if there is no hash, so that both take equally long. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$1rw6nfl6sHmHmtDWjhyQCA$OTfsgMgMV+mLbYvkKdU4L1hQwZxs9C0lHaxQf1MFLlI'

/** Loaded with the first password, because it takes 3 MB. */
const argon2 = latePackage<typeof Argon2>('@node-rs/argon2')

/** Returns an argon2id hash in PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = argon2()
  return hash(normalize(password), COST)
}

/** Whether the password matches. Takes equally long without a hash, so that the time does not reveal which people exist. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const { verify } = argon2()
  const matches = await verify(hash ?? NOBODY, normalize(password))
  return matches && hash !== undefined
}

/** Whether the hash was made at another cost than the current one. */
export async function needsRehash(hash: string): Promise<boolean> {
  const { parseOptions } = argon2()
  const { memoryCost, timeCost, parallelism } = parseOptions(hash)
  return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism
}

/** Keyboards may produce different code points for the same characters (NIST SP 800-63B, 3.1.1.2). */
const normalize = (password: string) => password.normalize('NFKC')

/** Characters. There are no composition rules, because length matters more (NIST SP 800-63B, 3.1.1.2). */
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 200

/** Different characters that must remain after all easily guessed parts are removed from a password. */
const DIFFERENT = 5
const SHORTEST_NAME = 3

/**
 * Refuses a password that is easy to guess: made of common passwords, the person's name or e-mail, or a few repeated characters. The
 * body schema checks the length.
 * @throws ApiError `validation_failed` at `password`
 */
export function checkPassword(password: string, person: { name: string; email: string | null | undefined }): void {
  const words = [...COMMON_PASSWORDS, ...wordsOf(person)].sort((a, b) => b.length - a.length)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase())
  if (new Set(rest).size >= DIFFERENT) return
  throw refusePassword(
    'password',
    'This password is easy to guess: it is made of common passwords, your name or e-mail, or too few different characters. Use several unrelated words.',
  )
}

/** Makes a 422 at one field of the forms for a password or a proof. */
export function refusePassword(field: 'password' | 'current' | 'email' | 'code' | 'passkey', text: string): ApiError {
  return new ApiError('validation_failed', { detail: text, errors: { [field]: text } })
}

function wordsOf({ name, email }: { name: string; email: string | null | undefined }): string[] {
  const address = email?.toLowerCase() ?? ''
  const parts = `${name.toLowerCase()} ${address}`.split(/[^\p{L}\p{N}]+/u)
  return [name.toLowerCase(), address, ...parts].filter((word) => word.length >= SHORTEST_NAME)
}
