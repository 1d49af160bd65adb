/** A screen that a path leads to, and the record it is about where the screen's path has `:id`. */
export interface ScreenMatch<Screen> {
  screen: Screen
  recordId: string | undefined
}

/** Finds the screen of a path. Screens come with literal paths before those with `:id`, so the first that suits is the one. */
export function matchScreen<Screen extends { path: string }>(
  screens: readonly Screen[],
  pathname: string,
): ScreenMatch<Screen> | null {
  const wanted = segmentsOf(pathname)
  for (const screen of screens) {
    const pattern = segmentsOf(screen.path)
    if (!suits(pattern, wanted)) continue
    const id = wanted[pattern.indexOf(':id')]
    return { screen, recordId: id === undefined ? undefined : decodeURIComponent(id) }
  }
  return null
}

function suits(pattern: readonly string[], wanted: readonly string[]): boolean {
  return pattern.length === wanted.length && pattern.every((part, at) => part === ':id' || part === wanted[at])
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}
