/** The weight from which on an answer is written in portions. Writing one of this weight takes a few milliseconds. */
export const HEAVY = 50_000

/** The weight from which on an answer is neither kept for a repetition nor given to an agent: about ten megabytes of JSON. */
export const TOO_HEAVY = 500_000

/** How many characters of a text are as much work as a number. */
const CHARACTERS = 64

/** Deeper values weigh nothing, so that circular ones end. */
const DEEPEST = 32

/**
 * Estimates how much work it is to write a value as JSON: 1 for each value in it, more for long texts. The elements of a list are taken to
 * be alike, so three stand for all, and a common answer costs next to nothing. It stops at `most`.
 * @throws TypeError if it contains what JSON cannot hold: a promise, a pending statement, a Map
 */
export function weightOf(value: unknown, most: number, depth = 0): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return 1
  if (ArrayBuffer.isView(value)) return 1 + value.byteLength
  if (Array.isArray(value)) {
    const { length } = value
    if (length === 0 || length >= most) return 1 + length
    let three = 0
    for (const at of [0, length >> 1, length - 1]) three += weightOf(value[at], most, depth + 1)
    return 1 + (length * three) / 3
  }
  // Its own members are those that JSON has. A Response has none, only getters.
  const names = Object.keys(value)
  if (names.length === 0) requireWritable(value)
  let weight = 1
  for (const name of names) {
    const member = (value as Readonly<Record<string, unknown>>)[name]
    if (typeof (member as { then?: unknown } | null | undefined)?.then === 'function') throw notAwaited(name)
    if (typeof member === 'bigint') throw tooLong(name)
    weight += weightOf(member, most - weight, depth + 1)
    if (weight >= most) break
  }
  return weight
}

export const notAwaited = (name = 'A part') =>
  new TypeError(`[${name}] of the answer is a promise or a statement. Write \`await\` before it.`)

export const tooLong = (name: string | undefined) =>
  new TypeError(
    `${name === undefined ? 'A part' : `[${name}]`} of the answer is a BigInt, which has no JSON. Write \`Number(…)\` or \`String(…)\` around it.`,
  )

/** Built-in objects of which JSON keeps nothing. */
const EMPTY_IN_JSON = [
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Promise',
  'Response',
  'Request',
  'Headers',
  'URLSearchParams',
  'FormData',
  'Blob',
  'Error',
]

function requireWritable(value: object): void {
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  if (!EMPTY_IN_JSON.includes(kind) || 'toJSON' in value) return
  throw new TypeError(
    `The answer contains a [${kind}], of which JSON keeps nothing. Answer a plain object or an array.`,
  )
}
