import { dirname } from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import { debounce, watchPaths } from '../lifetime/index.ts'
import type { PanelsConfig } from './panels-config.ts'
import { readPanelsConfig } from './read-panels-config.ts'
import type { PanelsConfigResult } from './read-panels-config.ts'

/** Receives the changes of `panels.config.json`. */
export interface PanelsConfigWatcher {
  /** The configuration that the caller already uses. Default: none, so the current content of the file is reported first. */
  current?: PanelsConfig
  /** Until the file exists, its absence is not reported. Default false. */
  isOptional?: boolean
  onChange(config: PanelsConfig): void
  /** The file is missing or invalid. The caller keeps the last valid configuration. */
  onInvalid(findings: readonly Diagnostic[]): void
  /** The file could not be watched for a moment, for example without file descriptors. It is read again soon. */
  onError(error: unknown): void
}

/** Milliseconds without a write before the file is read, so that a half-written file is not read. */
const AT_REST = 50

/** Milliseconds after which the file is read again if it could not be watched: it may have changed meanwhile. */
const AGAIN = 3_000

/**
 * Reads the file again whenever it is written, replaced, removed or created. Unchanged content is not reported, except after
 * invalid content. Returns a function that stops watching.
 * @param file an absolute path
 */
export function watchPanelsConfig(
  file: string,
  { current, isOptional = false, onChange, onInvalid, onError }: PanelsConfigWatcher,
): () => Promise<void> {
  const directory = dirname(file) // the file itself may not exist yet
  let last = JSON.stringify(current && { config: current })
  let reading = Promise.resolve()
  let stopped = false
  let mayBeMissing = isOptional
  const report = (result: PanelsConfigResult) => {
    const now = JSON.stringify(result)
    if (stopped || now === last) return
    last = now
    mayBeMissing = false
    if (result.config) onChange(result.config)
    else onInvalid(result.findings)
  }
  const read = () => {
    reading = reading.then(async () => report(await readPanelsConfig(file, { isOptional: mayBeMissing })))
  }
  const watcher = watchPaths(directory, {
    depth: 0,
    ignoreInitial: true,
    ignored: (path) => path !== directory && path !== file,
    awaitWriteFinish: { stabilityThreshold: AT_REST, pollInterval: 10 },
  })
  const readAgain = debounce(read, AGAIN)
  const failed = (error: unknown) => {
    if (stopped) return
    onError(error)
    readAgain()
  }
  // An 'error' that nobody listens to would end the host.
  watcher.on('ready', read).on('all', read).on('error', failed)
  return async () => {
    stopped = true
    readAgain.cancel()
    await watcher.close()
    await reading
  }
}
