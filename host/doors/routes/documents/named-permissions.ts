/** Every permission that a document names, sorted. Two callers who hold the same of them see the same document. */
export function namedPermissions(document: unknown): readonly string[] {
  const found = new Set<string>()
  collect(document, found)
  return [...found].sort()
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (name === 'permission' && typeof member === 'string') found.add(member)
    else collect(member, found)
  }
}
