import type { Caller } from '@atrium/sdk'
import { API_HEADERS } from '../../http/api-headers.ts'
import { prepare } from '../../http/prepare.ts'
import type { Prepared } from '../../http/prepare.ts'
import { revisionOf } from '../../../core/registries/index.ts'
import { namedPermissions } from './named-permissions.ts'
import { shownTo } from './shown-to.ts'

/** A document has as many variants as there are sets of permissions that matter to it; most callers share a few. */
const MOST_VARIANTS = 16

const SHARED = {
  type: 'application/json; charset=utf-8',
  validators: ['Cache-Control', 'private, no-cache', 'Vary', 'Cookie, Authorization', ...API_HEADERS],
}

interface Entry {
  readonly permissions: readonly string[]
  readonly revision: string
  /** By which of the permissions the caller holds, oldest first. */
  readonly variants: Map<string, Prepared>
}

/**
 * Keeps documents ready to be sent: serialized when first asked for, once for each set of permissions, and forgotten together with
 * the document itself. What the caller may not see is left out (design section 4).
 */
export class PreparedDocuments {
  readonly #entries = new WeakMap<object, Entry>()

  get(document: object, caller: Caller): Prepared {
    const entry = this.#entries.get(document) ?? this.#open(document)
    const held = heldOf(entry.permissions, caller)
    return entry.variants.get(held) ?? this.#prepare(entry, document, { caller, held })
  }

  #open(document: object): Entry {
    const { revision = revisionOf(document) } = document as { revision?: string }
    const entry = { permissions: namedPermissions(document), revision, variants: new Map<string, Prepared>() }
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

/** One digit for each permission, in order. */
function heldOf(permissions: readonly string[], caller: Caller): string {
  let held = ''
  for (const permission of permissions) held += caller.can(permission) ? '1' : '0'
  return held
}
