import type { Logger } from '../base/log/index.ts'
import { authorFrame } from '../plugins/load/author-frame.ts'

/**
 * What a plugin throws where nobody can catch it (in a timer, in a promise nobody awaits) is logged with the author's line and does
 * not end the host. What the host itself throws there does: its state is not known any more.
 */
export function survivePlugins(directories: readonly string[], log: Logger): void {
  const survive = (error: unknown) => {
    const where = directories.map((directory) => authorFrame(error, directory)).find((frame) => frame !== undefined)
    if (where === undefined && !isAbort(error)) {
      log.fatal({ err: error }, 'the host failed')
      process.exit(1)
    }
    log.error({ err: error, where }, 'a plugin threw where nobody could catch it')
  }
  process.on('uncaughtException', survive)
  process.on('unhandledRejection', survive)
}

/** A disposed generation's requests reject, and nobody may be waiting for them. */
const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'
