import type { Undo } from '@atrium/sdk'
import type { HostLogger } from '../../base/log/index.ts'
import { presentPlugin, presentRequest } from '../../core/operations/index.ts'
import type { RuntimeFindings } from '../../core/registries/index.ts'
import { presentDirectory } from '../generation/tracking/opened-resources.ts'
import { guardProcess, ProcessEndRefused } from '../generation/tracking/process-guard.ts'
import { authorPlace, innermostAuthor } from '../load/author-frame.ts'
import type { HostedPlugin } from './hosted-plugin.ts'
import type { KnownPlugins } from './known-plugins.ts'

export interface StrayErrorsOptions {
  readonly known: KnownPlugins
  readonly findings: RuntimeFindings
  readonly log: HostLogger
}

/** Uncaught errors of plugins, and their refused attempts to end the process. */
export class StrayErrors {
  readonly #options: StrayErrorsOptions
  /** Ends the refusal. */
  readonly close: Undo

  constructor(options: StrayErrorsOptions) {
    this.#options = options
    this.close = guardProcess((refused) => this.take(refused))
  }

  /**
   * Logs an error and reports it to the plugin whose code or work caused it.
   * @returns false if no plugin is responsible
   */
  take(error: unknown): boolean {
    const plugin = this.#reasonOf(error)
    if (plugin === undefined) return false
    const { log, findings } = this.#options
    const isEnd = error instanceof ProcessEndRefused
    const code = isEnd ? 'exit_refused' : 'uncaught_error'
    const where = authorPlace(error, plugin.known?.directory ?? '')
    const text = isEnd ? 'a plugin wanted to end the process' : 'a plugin threw an error that nothing caught'
    log.error(text, { plugin: plugin.id, code, err: error, where })
    const work = presentRequest()?.operation?.name ?? 'work outside of requests'
    findings.report({ plugin: plugin.id, code, work, error })
    return true
  }

  /** Reports that the event loop was blocked. `stack` is what the watchdog saw; empty if it could not see it. */
  takeBlock({ stack, seconds }: { stack: string; seconds: number }): void {
    const { log, findings } = this.#options
    const plugin = this.#reasonOf({ stack })?.id
    log.error('the event loop was blocked', { plugin, seconds, stack })
    if (plugin === undefined) return
    const message = `The plugin [${plugin}] kept the host busy for ${seconds} s. Meanwhile nobody got an answer.`
    findings.report({ plugin, code: 'host_blocked', work: 'event loop', message, at: { stack } })
  }

  /** The author's line is proof. Without one, the work or the load during which the error occurred decides. */
  #reasonOf(error: unknown): HostedPlugin | undefined {
    const plugins = this.#options.known.list()
    const author = innermostAuthor(
      error,
      plugins.flatMap(({ known }) => known ?? []),
    )
    if (author !== undefined) return this.#options.known.get(author.owner.id)
    const [id, directory] = [presentPlugin(), presentDirectory()]
    return plugins.find(
      (plugin) => plugin.id === id || (directory !== undefined && plugin.known?.directory === directory),
    )
  }
}
