import { dirname } from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import { watch } from 'chokidar'
import type { PanelsConfig } from './panels-config.ts'
import { readPanelsConfig } from './read-panels-config.ts'
import type { PanelsConfigResult } from './read-panels-config.ts'

export interface PanelsConfigWatcher {
  /** What the caller works with already: told about only what differs from it. Without it the file as it is now is told first. */
  current?: PanelsConfig
  onChange(config: PanelsConfig): void
  /** The last good one stays in force. */
  onInvalid(findings: readonly Diagnostic[]): void
}

/** Milliseconds a file has to be at rest before it is read, so that half of it is not taken for all. */
const AT_REST = 50

/**
 * Reads the file again whenever it changes, is replaced, goes away or comes back. Content that says the same as before is not
 * told again, except after invalid content: then it is told that all is well. Returns how to stop.
 * @param file absolute, as `readEnvironment` makes it
 */
export function watchPanelsConfig(
  file: string,
  { current, onChange, onInvalid }: PanelsConfigWatcher,
): () => Promise<void> {
  const directory = dirname(file) // the file itself may not be there yet
  let last = JSON.stringify(current && { config: current })
  let reading = Promise.resolve()
  let stopped = false
  const tell = (result: PanelsConfigResult) => {
    const now = JSON.stringify(result)
    if (stopped || now === last) return
    last = now
    if (result.config) onChange(result.config)
    else onInvalid(result.findings)
  }
  const read = () => {
    reading = reading.then(async () => tell(await readPanelsConfig(file)))
  }
  const watcher = watch(directory, {
    depth: 0,
    ignoreInitial: true,
    ignored: (path) => path !== directory && path !== file,
    awaitWriteFinish: { stabilityThreshold: AT_REST, pollInterval: 10 },
  })
  watcher.on('ready', read).on('all', read)
  return async () => {
    stopped = true
    await watcher.close()
    await reading
  }
}
