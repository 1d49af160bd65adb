import type { Undo } from '@atrium/sdk'
import type { HostLogger } from '../../base/log/index.ts'
import { presentPlugin, presentRequest } from '../../core/operations/index.ts'
import type { RuntimeFindings } from '../../core/registries/index.ts'
import { presentDirectory } from '../generation/tracking/opened-resources.ts'
import { authorPlace } from '../load/author-frame.ts'
import type { HostedPlugin } from './hosted-plugin.ts'
import type { KnownPlugins } from './known-plugins.ts'
import { guardProcess, ProcessEndRefused } from './process-guard.ts'

export interface StrayErrorsOptions {
  readonly known: KnownPlugins
  readonly findings: RuntimeFindings
  readonly log: HostLogger
}

/** The errors of plugins that nothing catches, and their refused attempts to end the process. */
export class StrayErrors {
  readonly #options: StrayErrorsOptions
  /** Ends the refusal. */
  readonly close: Undo

  constructor(options: StrayErrorsOptions) {
    this.#options = options
    this.close = guardProcess((refused) => this.take(refused))
  }

  /**
   * Logs an error and reports it to the plugin in whose code or work it arose.
   * @returns false if no plugin is the reason
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

  /** The author's line is proof. Without one, what counts is the work or the load during which the error arose. */
  #reasonOf(error: unknown): HostedPlugin | undefined {
    const plugins = this.#options.known.list()
    const onStack = plugins.find(({ known }) => known && authorPlace(error, known.directory))
    if (onStack !== undefined) return onStack
    const [id, directory] = [presentPlugin(), presentDirectory()]
    return plugins.find(
      (plugin) => plugin.id === id || (directory !== undefined && plugin.known?.directory === directory),
    )
  }
}
