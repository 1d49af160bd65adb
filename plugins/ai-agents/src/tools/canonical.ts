import { createHash } from 'node:crypto'

/** JSON with the members of every object sorted, so that equal values are equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, each]) => each !== undefined)
  const sorted = members.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${sorted.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`
}

/** The SHA-256 of a value as canonical JSON, in hexadecimal. */
export const hashOf = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex')
