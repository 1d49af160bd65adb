import type { TaskQueue } from '../../base/lifetime/index.ts'
import type { PluginRegistry } from '../../core/registries/index.ts'
import type { PluginDecisions } from './decisions/plugin-decisions.ts'

interface ReloadRequestsOptions {
  readonly decisions: PluginDecisions
  readonly plugins: PluginRegistry
  readonly queue: TaskQueue
  /** Reloads a plugin of this host. */
  readonly load: (id: string) => Promise<void>
}

/** Requests of one host that all hosts of the database reload a plugin. Each host records in the registry which request it has followed. */
export class ReloadRequests {
  readonly #options: ReloadRequestsOptions

  constructor(options: ReloadRequestsOptions) {
    this.#options = options
  }

  /** Asks the other hosts to reload a plugin, as this one has. Returns the request. */
  ask(id: string, { by }: { readonly by: string }): Promise<string> {
    const { decisions, plugins, queue } = this.#options
    return queue.run(async () => {
      const reload = await decisions.askReload(id, { by })
      plugins.noteReload(id, reload)
      return reload
    })
  }

  /** Records the present requests as followed: later loads are newer anyway. */
  skip(): void {
    const { decisions, plugins } = this.#options
    for (const [id, reload] of decisions.reloads()) plugins.noteReload(id, reload)
  }

  /** Follows the requests that this host has not followed yet. */
  async follow(): Promise<void> {
    const { decisions, plugins, queue, load } = this.#options
    for (const [id, reload] of decisions.reloads())
      await queue.run(async () => {
        if (plugins.reloadOf(id) === reload) return
        await load(id)
        plugins.noteReload(id, reload)
      })
  }
}
