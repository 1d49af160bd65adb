import type { TaskQueue } from '../../base/lifetime/index.ts'
import type { HostedPlugin } from './hosted-plugin.ts'
import type { KnownPlugins } from './known-plugins.ts'
import type { PluginSearch } from './plugin-search.ts'

/** Milliseconds after the first attempt. Each pause is twice as long as the one before it. */
const FIRST_PAUSE = 10_000
const LONGEST_PAUSE = 10 * 60_000

interface Attempt {
  readonly pause: number
  /** When the next one is due, on a clock that is never set back. */
  readonly next: number
}

interface OutageRetriesOptions {
  readonly known: KnownPlugins
  readonly queue: TaskQueue
  readonly search: Pick<PluginSearch, 'isUncertain'>
  /** Searches again, and loads what is to be active. */
  readonly refresh: () => Promise<void>
}

/**
 * Reloads plugins that failed because of the database or because the host was out of resources, and searches again for those that could
 * not be read. A plugin that fails repeatedly although everything works, for example because it fills the disk itself, is tried less and
 * less often.
 */
export class OutageRetries {
  readonly #options: OutageRetriesOptions
  readonly #attempts = new Map<string, Attempt>()

  constructor(options: OutageRetriesOptions) {
    this.#options = options
  }

  /** Loads the plugins that are due, if the host and its database work. That is only checked if there are any. */
  async run(isWell: () => Promise<boolean>): Promise<void> {
    const { known, search, refresh, queue } = this.#options
    if ((!search.isUncertain && !known.list().some(metOutage)) || !(await isWell())) return
    if (search.isUncertain) await refresh()
    await queue.run(async () => void (await Promise.all(this.#take().map((plugin) => plugin.load()))))
  }

  /** Counts an attempt for each plugin that it returns. */
  #take(): HostedPlugin[] {
    const now = performance.now()
    const failed = this.#options.known.list().filter(metOutage)
    const ids = new Set(failed.map(({ id }) => id))
    for (const id of this.#attempts.keys()) if (!ids.has(id)) this.#attempts.delete(id)
    const due = failed.filter(({ id }) => now >= (this.#attempts.get(id)?.next ?? 0))
    for (const { id } of due) {
      const pause = Math.min((this.#attempts.get(id)?.pause ?? FIRST_PAUSE / 2) * 2, LONGEST_PAUSE)
      this.#attempts.set(id, { pause, next: now + pause })
    }
    return due
  }
}

const OUTAGES: ReadonlySet<string> = new Set(['database_outage', 'host_out_of_resources', 'migration_not_begun'])

/** Whether only the database or a lack of resources prevented the commit of the last load. */
const metOutage = ({ state, diagnostics }: HostedPlugin): boolean =>
  state === 'failed' && diagnostics.some(({ code }) => OUTAGES.has(code))
