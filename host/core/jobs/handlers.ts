import { label_of, type Undo } from '@atrium/sdk'
import type { Lease } from '../../base/lifetime/index.ts'
import type { JobKind, JobRow } from './job-table.ts'

type Place = Pick<JobRow, 'plugin' | 'kind' | 'name'>

/** A generation's handler for the jobs or events of one name. */
export interface Handler extends Place {
  /** What people call its jobs. */
  readonly title?: string | undefined
  readonly lease: Lease
  /** A value with a stack that names the author's line where it was registered. */
  readonly origin?: unknown
  readonly run: (row: JobRow, signal: AbortSignal) => void | Promise<void>
}

/** The handlers by plugin. The handlers of a later generation replace the earlier ones at once, before those are removed. */
export class Handlers {
  readonly #byPlugin = new Map<string, Set<Handler>>()

  add(handler: Handler): Undo {
    const handlers = this.#byPlugin.get(handler.plugin) ?? new Set()
    this.#byPlugin.set(handler.plugin, handlers)
    for (const other of handlers) if (isSame(other, handler) && other.lease !== handler.lease) handlers.delete(other)
    handlers.add(handler)
    return () => {
      const present = this.#byPlugin.get(handler.plugin)
      present?.delete(handler)
      if (present?.size === 0) this.#byPlugin.delete(handler.plugin)
    }
  }

  /** Plugins that have a handler. */
  plugins(): string[] {
    return [...this.#byPlugin.keys()]
  }

  has(plugin: string): boolean {
    return this.#byPlugin.has(plugin)
  }

  /** Returns handlers in the order in which they were added: at most one for a job, any number for an event. */
  of(place: Place): Handler[] {
    return this.#list(place.plugin).filter((handler) => isSame(handler, place))
  }

  /** What people call a job: the title of its handler, or the words of its name. Events keep their names. */
  titleOf(place: Place): string {
    return this.of(place)[0]?.title ?? (place.kind === 'event' ? place.name : label_of(place.name))
  }

  names(plugin: string, kind: JobKind): string[] {
    const own = this.#list(plugin).filter((handler) => handler.kind === kind)
    return [...new Set(own.map(({ name }) => name))]
  }

  /** Leaves out generations that are ending. */
  #list(plugin: string): Handler[] {
    return [...(this.#byPlugin.get(plugin) ?? [])].filter(({ lease }) => !lease.signal.aborted)
  }
}

const isSame = (one: Place, other: Place) => one.kind === other.kind && one.name === other.name
