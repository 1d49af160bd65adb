/** Why a value cannot be sent or stored as JSON. */
export type Unfit = 'large' | 'deep' | 'circular' | 'bigint' | 'promise'

/** Levels of a value; more would use up the stack of `JSON.stringify` and of everything else that walks through it. */
const DEEPEST = 1_000

/** Only what is deeper than most values are is looked at for circles, so that the others cost nothing. */
const SUSPICIOUS = 50

/** Characters of numbers, dates, what is short, and the brackets of a list or object. */
const [NUMBER, DATE, SHORT, BRACKETS] = [8, 26, 5, 2]

/** Characters of a byte, and of the punctuation around a member. */
const [BYTE, AROUND] = [4, 4]

/**
 * Counts the characters of JSON before it is written, because writing a value that a plugin has made may take more memory than there is. It
 * stops when there are too many, and takes much less time than writing.
 */
export class JsonSize {
  readonly #around: object[] = []
  #left: number
  /** Whether there is an invalid date, which JSON writes as null, or a function, which JSON leaves out. `lostIn` finds it. */
  hasLost = false
  /** The name of the member that cannot be written. */
  offender: string | undefined

  /** @param most the number of characters from which on a value is too large */
  constructor(most: number) {
    this.#left = most
  }

  /** Adds a value. Returns why it cannot be written, or undefined. Getters and `toJSON` may throw their own errors. */
  add(value: unknown, depth = 0): Unfit | undefined {
    if (typeof value === 'object' && value !== null) {
      if (value instanceof Date) this.#addDate(value)
      else if (ArrayBuffer.isView(value)) this.#left -= BYTE * value.byteLength
      else return depth < SUSPICIOUS ? this.#addMembers(value, depth) : this.#addDeep(value, depth)
    } else if (typeof value === 'bigint') return 'bigint'
    else if (typeof value === 'string') this.#left -= value.length + 2
    else if (typeof value === 'number') this.#left -= NUMBER
    else {
      if (typeof value === 'function') this.hasLost = true
      this.#left -= SHORT
    }
    return this.#left < 0 ? 'large' : undefined
  }

  #addDate(value: Date): void {
    if (isInvalid(value)) this.hasLost = true
    this.#left -= DATE
  }

  #addDeep(value: object, depth: number): Unfit | undefined {
    if (depth >= DEEPEST) return 'deep'
    if (this.#around.includes(value)) return 'circular'
    this.#around.push(value)
    const unfit = this.#addMembers(value, depth)
    this.#around.pop()
    return unfit
  }

  #addMembers(value: object, depth: number): Unfit | undefined {
    if ('toJSON' in value && typeof value.toJSON === 'function')
      return this.add((value as { toJSON(name: string): unknown }).toJSON(''), depth + 1)
    if (typeof (value as { then?: unknown }).then === 'function') return 'promise'
    this.#left -= BRACKETS
    let unfit: Unfit | undefined = this.#left < 0 ? 'large' : undefined
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length && unfit === undefined; at += 1) unfit = this.add(value[at], depth + 1)
      return unfit
    }
    for (const name in value) {
      this.#left -= name.length + AROUND
      unfit = this.add((value as Readonly<Record<string, unknown>>)[name], depth + 1)
      if (unfit === undefined) continue
      this.offender ??= name
      return unfit
    }
    return unfit
  }
}

const isInvalid = (value: unknown) => value instanceof Date && Number.isNaN(value.getTime())

/** A member of which JSON keeps nothing. */
export interface Lost {
  readonly name: string
  readonly kind: 'date' | 'function'
}

/** Finds the first member that is an invalid date or a function. The value must not contain itself. */
export function lostIn(value: unknown): Lost | undefined {
  if (typeof value !== 'object' || value === null || 'toJSON' in value || ArrayBuffer.isView(value)) return undefined
  for (const [name, member] of Object.entries(value as Readonly<Record<string, unknown>>)) {
    if (typeof member === 'function') return { name, kind: 'function' }
    const lost = isInvalid(member) ? ({ name, kind: 'date' } as const) : lostIn(member)
    if (lost !== undefined) return lost
  }
  return undefined
}

/** `32 MB`, `250 kB`. */
export const shownSize = (characters: number): string =>
  characters < 1_000_000 ? `${Math.round(characters / 1_000)} kB` : `${Math.round(characters / 1_000_000)} MB`

/**
 * Refuses a value whose JSON would be too long, or that has none, before it is written.
 * @param options.what as in “[payload of the job [greet]] would …”
 * @throws TypeError
 */
export function requireJsonWithin(
  most: number,
  value: unknown,
  { what, instead }: { what: string; instead: string },
): void {
  const measure = new JsonSize(most)
  const unfit = measure.add(value)
  if (unfit !== undefined)
    throw new TypeError(`${what} ${said(unfit, { most, offender: measure.offender })} ${instead}`)
}

/** The end of the sentence about a value that cannot be written. */
export function said(unfit: Unfit, { most, offender }: { most: number; offender: string | undefined }): string {
  const at = offender === undefined ? '' : `, at [${offender}]`
  if (unfit === 'large') return `would be larger than ${shownSize(most)}.`
  if (unfit === 'deep') return `is nested more than 1,000 levels deep${at}.`
  if (unfit === 'circular') return `contains itself${at}, so it cannot be JSON.`
  if (unfit === 'promise') return `contains a promise or a statement${at}. Write \`await\` before it.`
  return `contains a BigInt${at}, which has no JSON.`
}
