import type { FormDefinition } from '@atrium/sdk/documents'

/** How long a replaced form stays readable: the time a person may have it open (design section 4). */
const GRACE_MS = 10 * 60_000

interface Entry {
  readonly current: ReadonlyMap<string, FormDefinition>
  readonly former: ReadonlyMap<string, FormDefinition>
  readonly replacedAt: number
}

/** Forms under their generated ids. Those of the generation just replaced stay readable for 10 minutes, none after deactivation. */
export class FormRegistry {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Puts a plugin's forms in place of those it had. */
  replace(owner: string, forms: readonly FormDefinition[]): void {
    const former = this.#entries.get(owner)?.current ?? new Map<string, FormDefinition>()
    const current = new Map(forms.map((form) => [form.id, form]))
    this.#entries.set(owner, { current, former, replacedAt: this.#now() })
  }

  /** Takes a plugin's forms away, at once. */
  remove(owner: string): void {
    this.#entries.delete(owner)
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
