import { spellings_of, spellings_pattern, text_test } from '@atrium/sdk/host'

/** The rank of a title that the query does not occur in. */
export const OTHER_FIELD = 4

/**
 * Ranks titles against a query, in any spelling: 0 equals it, 1 starts with it, 2 has a word that starts with it, 3 contains it,
 * 4 matched in another field.
 */
export function titleRanker(query: string): (title: string) => number {
  const asked = spellings_of(query)
  const isIn = text_test(asked)
  const spelled = `(?:${spellings_pattern(asked)})`
  const patterns = [`^${spelled}$`, `^${spelled}`, String.raw`(?<![\p{L}\p{N}])${spelled}`]
  const ranks = patterns.map((pattern) => new RegExp(pattern, 'u'))
  return (title) => {
    if (!isIn(title)) return OTHER_FIELD
    const texts = [title, title.replaceAll('-', ''), title.replaceAll('-', ' ')]
    const rank = ranks.findIndex((each) => texts.some((text) => each.test(text)))
    return rank === -1 ? OTHER_FIELD - 1 : rank
  }
}
