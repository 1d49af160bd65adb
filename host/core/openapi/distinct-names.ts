import { createHash } from 'node:crypto'
import type { Operation } from '../registries/index.ts'

/**
 * Names operations. If several have the same name, a bulk route gets the suffix `_many`, the return to an earlier version `_version`, and
 * those that still collide get a hash of their method and path. No name depends on the order of the operations.
 */
export function distinctNames(
  operations: readonly Operation[],
  nameOf: (operation: Operation) => string,
): ReadonlyMap<Operation, string> {
  const wanted = new Map(operations.map((operation) => [operation, nameOf(operation)]))
  const kindsApart = apart(wanted, ({ declaration: { kind } }) => SUFFIXES[kind] ?? '')
  return apart(kindsApart, ({ name }) => `_${createHash('sha256').update(name).digest('hex').slice(0, 6)}`)
}

const SUFFIXES: Partial<Record<Operation['declaration']['kind'], string>> = { bulk: '_many', restore: '_version' }

/** Adds a suffix to the names that several operations share. */
function apart(names: ReadonlyMap<Operation, string>, suffixOf: (operation: Operation) => string) {
  const counts = new Map<string, number>()
  for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const isShared = (name: string) => (counts.get(name) ?? 0) > 1
  return new Map(
    [...names].map(([operation, name]) => [operation, isShared(name) ? suffixed(name, suffixOf(operation)) : name]),
  )
}

/** At most 64 characters, like the names of tools. */
const suffixed = (name: string, suffix: string) => name.slice(0, 64 - suffix.length) + suffix
