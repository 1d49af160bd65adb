import type { Caller } from '@atrium/sdk'
import { hasFieldRules } from '../../../core/auth/index.ts'
import { type OperationRegistry, revisionOf } from '../../../core/registries/index.ts'
import type { Prepared } from '../../http/index.ts'
import { API_HEADERS, prepare } from '../../http/index.ts'
import { ANY_OF, shownTo } from './hide-denied.ts'
import { ruledFor } from './hide-ruled.ts'

/** A document has one variant per relevant set of permissions; most callers share a few. */
const MOST_VARIANTS = 16

const SHARED = {
  type: 'application/json; charset=utf-8',
  validators: ['Cache-Control', 'private, no-cache', ...API_HEADERS],
  compress: true,
}

interface Entry {
  readonly permissions: readonly string[]
  readonly revision: string
  /** By held permissions, oldest first. */
  readonly variants: Map<string, Prepared>
  /** Which of the permissions callers hold. Caller objects are immutable: after a change of permissions, requests get a new one. */
  readonly heldBy: WeakMap<Caller, string>
}

/**
 * Caches serialized documents. Each is serialized on first request, once per set of permissions, and released together with the
 * document. A serialized document contains only what the caller may see (ARCHITECTURE: Documents).
 */
export class PreparedDocuments {
  readonly #operations: OperationRegistry
  readonly #entries = new WeakMap<object, Entry>()

  /** @param operations finds the fields that the roles of a caller hide in the records of a document */
  constructor(operations: OperationRegistry) {
    this.#operations = operations
  }

  get(whole: object, caller: Caller): Prepared {
    const document = this.#ruled(whole, caller)
    const entry = this.#entries.get(document) ?? this.#open(document)
    const held = entry.heldBy.get(caller) ?? heldOf(entry, caller)
    return entry.variants.get(held) ?? this.#prepare(entry, document, { caller, held })
  }

  /** Few callers have roles that hide fields. For them, documents are not cached. */
  #ruled(document: object, caller: Caller): object {
    if (!hasFieldRules(caller)) return document
    const shown = ruledFor(document, { operations: this.#operations, caller })
    if (Array.isArray(shown)) return shown.map((part: object, at) => revised(part, (document as object[])[at]))
    return revised(shown, document)
  }

  #open(document: object): Entry {
    const { revision = revisionOf(document) } = document as { revision?: string }
    const entry = {
      permissions: namedPermissions(document),
      revision,
      variants: new Map<string, Prepared>(),
      heldBy: new WeakMap(),
    }
    this.#entries.set(document, entry)
    return entry
  }

  #prepare(entry: Entry, document: object, { caller, held }: { caller: Caller; held: string }): Prepared {
    const tag = held === '' ? entry.revision : `${entry.revision}.${BigInt(`0b${held}`).toString(36)}`
    const shown = shownTo(caller, document)
    const prepared = prepare(Buffer.from(JSON.stringify(shown)), `"${tag}"`, SHARED)
    const [oldest] = entry.variants.keys()
    if (oldest !== undefined && entry.variants.size >= MOST_VARIANTS) entry.variants.delete(oldest)
    entry.variants.set(held, prepared)
    return prepared
  }
}

/** A document with a new revision if it has changed. */
const revised = (shown: object, before: object | undefined) =>
  shown === before ? shown : { ...shown, revision: revisionOf(shown) }

/** One digit per permission, in order. */
function heldOf({ permissions, heldBy }: Entry, caller: Caller): string {
  let held = ''
  for (const permission of permissions) held += caller.can(permission) ? '1' : '0'
  heldBy.set(caller, held)
  return held
}

/** Returns every permission that a document names, sorted. Callers who hold the same of them see the same document. */
function namedPermissions(document: unknown): readonly string[] {
  const found = new Set<string>()
  collect(document, found)
  return [...found].sort()
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const permission of (value as { [ANY_OF]?: readonly string[] })[ANY_OF] ?? []) found.add(permission)
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (name === 'permission' && typeof member === 'string') found.add(member)
    else collect(member, found)
  }
}
