/** The most characters of a line, without its message, and of one text in it. */
const LONGEST_LINE = 64_000
export const LONGEST_TEXT = 16_000

/** The most members of a list or object in a line. */
export const MOST_MEMBERS = 200

/** What may still be added to one line of the log. Writing a line of many megabytes could take all memory of the host. */
export class LineRoom {
  #left = LONGEST_LINE

  /** Returns the text, or its beginning if there is no room for all of it. */
  fit(text: string): string {
    const most = Math.min(LONGEST_TEXT, Math.max(0, this.#left))
    this.#left -= Math.min(text.length, most)
    return text.length > most ? shortened(text, most) : text
  }
}

/** The first members of a list or object, and how many are left out. */
export function firstMembers<Value extends object>(value: Value, length: number): Value {
  const more = `${length - MOST_MEMBERS} more`
  if (Array.isArray(value)) return [...(value.slice(0, MOST_MEMBERS) as unknown[]), `… ${more}`] as unknown as Value
  const first = Object.keys(value).slice(0, MOST_MEMBERS)
  const members = first.map((name) => [name, value[name as keyof Value]] as const)
  return { ...Object.fromEntries(members), '…': more } as unknown as Value
}

/** The beginning of a text, and how long it is. */
export const shortened = (text: string, most = LONGEST_TEXT): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text

/**
 * Shortens the message and the name of an error, because its stack repeats them when it is read for the first time.
 * @returns false if they are long and cannot be changed, so that the stack must not be read
 */
export function shortenError(error: Error): boolean {
  return (['message', 'name'] as const).every((member) => {
    const text = memberOf(error, member)
    return typeof text !== 'string' || text.length <= LONGEST_TEXT || Reflect.set(error, member, shortened(text))
  })
}

/** Undefined if the member is a getter that throws. */
export function memberOf(error: Error, name: 'name' | 'message' | 'stack'): unknown {
  try {
    return error[name]
  } catch {
    return undefined
  }
}
