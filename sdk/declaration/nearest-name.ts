/** The name that was probably meant: at most a third of its letters differ. Undefined if there is none. */
export function nearest_name(name: string, names: Iterable<string>): string | undefined {
  let best: { name: string; distance: number } | undefined
  for (const candidate of names) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance > Math.max(1, Math.floor(candidate.length / 3))) continue
    if (best === undefined || distance < best.distance) best = { name: candidate, distance }
  }
  return best?.name
}

/**
 * Whether a name is another one, misspelt: only case and separators differ, or a single slip. Short names are one slip from honest words,
 * such as `item` or `tile`, so only swapped letters count there.
 */
export function is_slip(name: string, meant: string): boolean {
  const [given, right] = [letters(name), letters(meant)]
  if (given === right) return true
  if (is_plural(name, meant)) return false
  const isLong = Math.min(name.length, meant.length) >= 6
  return isOneSlip(given, right) && (isLong || sorted(given) === sorted(right))
}

/** Whether one name is the plural of the other. */
export function is_plural(one: string, other: string): boolean {
  const [first, second] = [letters(one), letters(other)]
  return `${first}s` === second || `${second}s` === first
}

const letters = (name: string) => name.replaceAll(/[^a-z]/gi, '').toLowerCase()
const sorted = (text: string) => [...text].sort().join('')

/** Whether `editDistance` is 1, without counting: a host compares thousands of texts at its start. */
function isOneSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length === 2) return right.length === 2 && left[0] === right[1] && left[1] === right[0]
  return left !== right && left.length <= Math.min(1, b.length) && right.length <= 1
}

/** Letters to insert, delete, replace, or swap with their neighbour (Damerau and Levenshtein, optimal string alignment). */
export function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > Math.ceil(b.length / 3)) return Infinity
  let [before, above] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      line[column] = Math.min(
        at(above, column) + 1,
        at(line, column - 1) + 1,
        at(above, column - 1) + cost,
        swapped ? at(before, column - 2) + 1 : Infinity,
      )
    }
    ;[before, above] = [above, line]
  }
  return at(above, b.length)
}

const at = (line: readonly number[], column: number) => line[column] ?? Infinity
