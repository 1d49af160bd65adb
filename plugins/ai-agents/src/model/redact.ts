const SHOWN = '•••'

/** Parts of a key that are shorter than this are too common to recognize. */
const SHORTEST = 8

/**
 * Makes a function that removes a secret from texts, because providers repeat keys in their errors: also parts of it, with other characters
 * between its letters, in different case, and in the usual encodings.
 */
export function redactor(secret: string | undefined): (text: string) => string {
  if (secret === undefined || secret === '') return (text) => text
  const forms = formsOf(secret).map((form) => lettersOf(form).letters)
  return (text) => forms.reduce(withoutParts, text.replaceAll(secret, SHOWN))
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // The text before a secret, such as `Bearer `, determines how its bits are split into base64 characters. The last characters also contain
  // bits of what follows.
  const encoded = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(shift === 0 ? 0 : 2, -1),
  )
  return [secret, encodeURIComponent(secret), bytes.toString('hex'), ...encoded]
}

/** The letters and digits of a text in lower case, and the position of each. */
function lettersOf(text: string): { letters: string; places: readonly number[] } {
  const found = [...text.matchAll(/[A-Za-z0-9]/g)]
  return { letters: found.map(([letter]) => letter.toLowerCase()).join(''), places: found.map(({ index }) => index) }
}

/** Replaces each longest part of the secret that the text contains. */
function withoutParts(text: string, secret: string): string {
  if (secret === '') return text
  const { letters, places } = lettersOf(text)
  const least = Math.min(SHORTEST, secret.length)
  let shown = ''
  let done = 0
  for (let at = 0; at < letters.length;) {
    const length = lengthOfPart(letters, at, { secret, least })
    if (length > 0) {
      shown += `${text.slice(done, places[at])}${SHOWN}`
      done = (places[at + length - 1] ?? text.length) + 1
    }
    at += Math.max(length, 1)
  }
  return shown + text.slice(done)
}

function lengthOfPart(text: string, at: number, { secret, least }: { secret: string; least: number }): number {
  if (text.length < at + least || !secret.includes(text.slice(at, at + least))) return 0
  let length = least
  while (at + length < text.length && secret.includes(text.slice(at, at + length + 1))) length++
  return length
}
