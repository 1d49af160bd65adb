import { singular_of } from '@atrium/sdk/host'

/** The words of a name or a text by which tools are found, without plurals and without words that say nothing. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1 && !COMMON.has(word))
      .map(singular_of),
  )

const COMMON = new Set(['an', 'and', 'by', 'for', 'from', 'in', 'of', 'or', 'the', 'to', 'with'])
