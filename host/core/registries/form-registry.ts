import type { FormDefinition } from '@atrium/sdk/documents'

/** Milliseconds for which a replaced form stays readable for people who have it open (ARCHITECTURE: Documents). */
const GRACE_MS = 10 * 60_000

interface Entry {
  readonly current: ReadonlyMap<string, FormDefinition>
  readonly former: ReadonlyMap<string, FormDefinition>
  readonly replacedAt: number
}

/** Forms by their generated ids. Forms of the previous generation stay readable for 10 minutes, but not after deactivation. */
export class FormRegistry {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Replaces a plugin's forms. */
  replace(owner: string, forms: readonly FormDefinition[]): void {
    const former = this.#entries.get(owner)?.current ?? new Map<string, FormDefinition>()
    const current = new Map(forms.map((form) => [form.id, form]))
    this.#entries.set(owner, { current, former, replacedAt: this.#now() })
  }

  /** Removes a plugin's forms at once, including the previous ones. */
  remove(owner: string): void {
    this.#entries.delete(owner)
  }

  /** The present forms of a plugin, or of all. */
  list(owner?: string): readonly FormDefinition[] {
    const entries = owner === undefined ? [...this.#entries.values()] : [this.#entries.get(owner)]
    return entries.flatMap((entry) => [...(entry?.current.values() ?? [])])
  }

  form(id: string): FormDefinition | undefined {
    for (const entry of this.#entries.values()) {
      const form = entry.current.get(id) ?? this.#formerForm(entry, id)
      if (form !== undefined) return form
    }
    return undefined
  }

  #formerForm(entry: Entry, id: string): FormDefinition | undefined {
    return this.#now() - entry.replacedAt < GRACE_MS ? entry.former.get(id) : undefined
  }
}
