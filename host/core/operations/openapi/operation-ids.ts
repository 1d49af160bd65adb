import type { Operation } from '../../registries/index.ts'

/** Names operations for programs: `template_list_items` after the summaries of the record kit, `template_post_items_retire` else. */
export function operationIds(operations: readonly Operation[]): ReadonlyMap<Operation, string> {
  const ids = new Map<Operation, string>()
  const taken = new Set<string>()
  for (const operation of operations) {
    const id = free(idOf(operation), taken)
    taken.add(id)
    ids.set(operation, id)
  }
  return ids
}

function idOf({ owner, method, declaration }: Operation): string {
  const { kind, options, path } = declaration
  const words =
    kind === 'plain' || kind === 'bulk' || options.summary === undefined
      ? [method.toLowerCase(), ...path.split('/').filter((segment) => segment && !segment.startsWith('{'))]
      : options.summary
          .toLowerCase()
          .split(' ')
          .filter((word) => word !== 'a' && word !== 'an')
  return [owner, ...words].join('_').replaceAll(/\W/g, '_')
}

function free(id: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? id : `${id}_${number}`
    if (!taken.has(candidate)) return candidate
  }
}
