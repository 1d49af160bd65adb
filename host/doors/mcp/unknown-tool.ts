import { nearest_name } from '@atrium/sdk'
import { singular_of } from '@atrium/sdk/host'
import { SEARCH_TOOLS } from './search-tools.ts'

/** How many names a message suggests. */
const MOST = 3

/**
 * Says that there is no such tool, which names are near, and how to find others.
 * @param known the names of the tools that the agent may call
 */
export function unknownTool(name: string, known: readonly string[]): string {
  const [nearest, ...others] = nearNames(name, known).map((each) => `[${each}]`)
  const also = others.length === 0 ? '' : ` Or ${others.join(' or ')}?`
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?${also}`
  return `There is no tool [${name}].${hint} Find tools with \`${SEARCH_TOOLS}\`: {"query":"what the tool should do"}.`
}

/** The name that was probably misspelt, then those that share most of its words. */
function nearNames(name: string, known: readonly string[]): string[] {
  const words = [...wordsOf(name)]
  const shared = (other: string) => words.filter((word) => wordsOf(other).has(word)).length
  const alike = known
    .map((other) => ({ other, count: shared(other) }))
    .filter(({ count }) => count * 2 > words.length)
    .sort((one, another) => another.count - one.count || one.other.length - another.other.length)
    .map(({ other }) => other)
  const misspelt = nearest_name(name, known)
  return [...new Set([...(misspelt === undefined ? [] : [misspelt]), ...alike])].slice(0, MOST)
}

/** The words of a name, without plurals and without words that say nothing. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1 && !COMMON.has(word))
      .map(singular_of),
  )

const COMMON = new Set(['an', 'and', 'by', 'for', 'from', 'in', 'of', 'or', 'the', 'to', 'with'])
