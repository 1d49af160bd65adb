import { realpathSync } from 'node:fs'
import inspector from 'node:inspector'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type * as Esbuild from 'esbuild'
import { ownScript } from '../../../base/config/index.ts'
import { latePackage } from '../../../base/lifetime/index.ts'
import type { HostLogger } from '../../../base/log/index.ts'
import { BLOCKED_FILE } from './quarantine.ts'

const esbuild = latePackage<typeof Esbuild>('esbuild')

/** Milliseconds between two beats. */
const BEAT = 250

/** The input of the thread. */
export interface WatchdogTask {
  /** Counted up by the event loop that is watched. */
  readonly beats: SharedArrayBuffer
  /** Milliseconds between two of them. */
  readonly beat: number
  readonly seconds: number
  /** After how many seconds a plugin that still blocks ends the process; 0: never. */
  readonly endSeconds: number
  /** The folders with plugins. */
  readonly folders: readonly string[]
  readonly file: string
}

/** Sent by the thread when the event loop turns again. */
export interface Block {
  readonly seconds: number
  /** The running code, innermost first; empty if it could not be seen. */
  readonly stack: string
}

export interface WatchdogOptions {
  readonly dataDir: string
  readonly log: HostLogger
  /** Seconds for which the event loop may be blocked before it is recorded. 0: no watchdog. */
  readonly blockedSeconds: number
  /** Seconds after which the process ends if code of a plugin still blocks it. 0: never. */
  readonly blockedEndSeconds: number
  /** The folders with plugins. */
  readonly pluginDirectories: readonly string[]
  /** Called when the event loop turns again after it was blocked. */
  readonly onBlock: (block: Block) => void
}

/**
 * Starts a thread that watches the event loop. If it does not turn for some seconds, the thread records the running code in a file of the
 * data directory. If it turns again, the file is removed. If code of a plugin still blocks it much later, the thread kills the process, so that
 * what supervises the host starts it again, without that plugin. No watchdog runs if a debugger is attached, because a breakpoint blocks the
 * event loop too.
 * @returns the function that ends it
 */
export function startWatchdog({
  dataDir,
  log,
  blockedSeconds: seconds,
  blockedEndSeconds: endSeconds,
  pluginDirectories,
  onBlock,
}: WatchdogOptions): () => Promise<void> {
  if (seconds === 0 || inspector.url() !== undefined) return () => Promise.resolve()
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const count = new Int32Array(beats)
  const timer = setInterval(() => void Atomics.add(count, 0, 1), BEAT).unref()
  const folders = pluginDirectories.map(realFolder)
  const file = path.join(dataDir, BLOCKED_FILE)
  const workerData: WatchdogTask = { beats, beat: BEAT, seconds, endSeconds, folders, file }
  const thread = new Worker(threadScript(), { workerData })
  thread.unref()
  thread.on('message', (block: Block) => onBlock(block))
  thread.on('error', (err) => log.error('the watchdog failed; a blocked event loop is no longer noted', { err }))
  return async () => {
    clearInterval(timer)
    await thread.terminate()
  }
}

/** The folder as stacks name it. One that is not there contains no plugin. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return path.resolve(folder)
  }
}

/** The compiled script. When running from the sources, it is compiled here, because Node 20 does not load TypeScript in a thread. */
function threadScript(): URL {
  const entry = ownScript('plugins/supervise/quarantine/watchdog-thread')
  if (path.extname(entry) === '.js') return pathToFileURL(entry)
  const { outputFiles } = esbuild().buildSync({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
  })
  return new URL(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`)
}
