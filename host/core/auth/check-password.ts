import { ApiError } from '@atrium/sdk'
import { COMMON_PASSWORDS } from './common-passwords.ts'

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
