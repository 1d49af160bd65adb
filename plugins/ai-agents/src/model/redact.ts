const SHOWN = '•••'

/** Parts of a key that are shorter than this are too common to recognize. */
const SHORTEST = 8

/** Makes a function that takes a secret out of texts, also parts of it, as providers repeat keys in their errors. */
export function redactor(secret: string | undefined): (text: string) => string {
  if (secret === undefined || secret === '') return (text) => text
  const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')]
  return (text) => forms.reduce(withoutParts, text)
}

/** Replaces each longest part of the secret that the text contains. */
function withoutParts(text: string, secret: string): string {
  const least = Math.min(SHORTEST, secret.length)
  let shown = ''
  for (let at = 0; at < text.length;) {
    const length = lengthOfPart(text, at, { secret, least })
    shown += length === 0 ? text[at] : SHOWN
    at += Math.max(length, 1)
  }
  return shown
}

function lengthOfPart(text: string, at: number, { secret, least }: { secret: string; least: number }): number {
  if (!secret.includes(text.slice(at, at + least)) || text.length < at + least) return 0
  let length = least
  while (at + length < text.length && secret.includes(text.slice(at, at + length + 1))) length++
  return length
}
