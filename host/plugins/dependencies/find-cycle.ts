/** What a plugin requires, by its id. */
type Requirements = (id: string) => Readonly<Record<string, string>>

/** The first cycle that requirements lead to from a plugin, closed: `[a, b, a]`; undefined where there is none. */
export function findCycle(from: string, requirementsOf: Requirements): readonly string[] | undefined {
  const harmless = new Set<string>()
  const path: string[] = []

  function follow(id: string): readonly string[] | undefined {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id]
    if (harmless.has(id)) return undefined
    path.push(id)
    for (const required of Object.keys(requirementsOf(id))) {
      const cycle = follow(required)
      if (cycle) return cycle
    }
    path.pop()
    harmless.add(id)
    return undefined
  }

  return follow(from)
}

/** `a → b → a` */
export const cycleText = (cycle: readonly string[]): string => cycle.join(' → ')
