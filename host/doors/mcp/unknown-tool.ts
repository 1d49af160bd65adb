import { nearest_name } from '@atrium/sdk'
import { SEARCH_TOOLS } from './search-tools.ts'
import { wordsOf } from './tool-words.ts'

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
