/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110 section 13.1.2). `tag` is in quotes. */
export function isFresh(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === tag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
