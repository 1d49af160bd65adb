const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** Names the browser and the system of a user agent: `Firefox on Linux`. Other programs keep their own name. */
export function deviceOf(userAgent: string): string {
  const named = (words: readonly (readonly [mark: string, name: string])[]) =>
    words.find(([mark]) => userAgent.includes(mark))?.[1]
  const browser = named(BROWSERS)
  const system = named(SYSTEMS)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return userAgent === '' ? 'Unknown' : userAgent.slice(0, 80)
}
