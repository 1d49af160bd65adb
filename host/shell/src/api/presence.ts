/** Other people who have the record on screen open. */
export interface Others {
  path: string
  people: readonly { name: string; editing: boolean }[]
  /** The number of further people. */
  more: number
}

/** A record that is on screen. */
export interface OpenedRecord {
  path: string
  /** Whether its form has unsaved input. */
  editing: boolean
}

type Listener = () => void

/** The record on screen, and who else has it open. */
class Presence {
  readonly #listeners = new Set<Listener>()
  #opened: readonly OpenedRecord[] = []
  #others: Others | null = null

  readonly subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Who else has the record on screen open; null while unknown. */
  readonly others = (): Others | null => this.#others

  /** The record that was opened last. */
  opened(): OpenedRecord | undefined {
    return this.#opened.at(-1)
  }

  /** A record is on screen until the returned function is called. */
  open(opened: OpenedRecord): Listener {
    this.#opened = [...this.#opened, opened]
    this.#tell()
    return () => {
      this.#opened = this.#opened.filter((each) => each !== opened)
      this.#tell()
    }
  }

  /** The host has reported who else is there; null: unknown again. */
  learn(others: Others | null): void {
    if (others === this.#others) return
    this.#others = others
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const presence = new Presence()
