/** What a plugin requires, by its id. */
type Requirements = (id: string) => Readonly<Record<string, string>>

/** The way by which a plugin requires itself, closed: `[a, b, a]`; undefined where it does not. */
export function findCycleOf(id: string, requirementsOf: Requirements): readonly string[] | undefined {
  const seen = new Set<string>()

  function wayFrom(current: string): readonly string[] | undefined {
    for (const required of Object.keys(requirementsOf(current))) {
      if (required === id) return [current, id]
      if (seen.has(required)) continue
      seen.add(required)
      const way = wayFrom(required)
      if (way) return [current, ...way]
    }
    return undefined
  }

  return wayFrom(id)
}

/** The first cycle among a plugin and all that it requires, also by way of others. */
export function findCycleBelow(id: string, requirementsOf: Requirements): readonly string[] | undefined {
  const below = new Set([id])
  for (const each of below) {
    const cycle = findCycleOf(each, requirementsOf)
    if (cycle) return cycle
    for (const required of Object.keys(requirementsOf(each))) below.add(required)
  }
  return undefined
}

/** `a → b → a` */
export const cycleText = (cycle: readonly string[]): string => cycle.join(' → ')
