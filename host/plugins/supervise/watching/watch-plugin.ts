import { existsSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { FSWatcher } from 'chokidar'
import { isInside } from '../../load/own-sources.ts'
import type { PluginManifest } from '../../manifest/plugin-manifest.ts'
import { debounce, watchPaths } from '../../../base/lifetime/index.ts'
import type { Debounced } from '../../../base/lifetime/index.ts'

/** chokidar reports a file at most once in 50 ms; a shorter wait could read a file before its last, unreported change. */
const DEBOUNCE = 60

/** File systems use a clock that ticks more slowly than Date.now(), in ms: a change just after may look as if it was just before. */
const CLOCK_TICK = 10

/** Interval of the search for a removed directory, in ms. */
const RETURN_INTERVAL = 200

/** Files whose absence may have made a load fail. */
const SOURCE = /\.(?:[cm]?[jt]sx?|json|node)$/

export interface PluginChange {
  /** `removed`: the plugin's directory is gone. */
  kind: 'changed' | 'removed'
  /** Absolute paths that changed since the last call. */
  files: string[]
}

export interface WatchOptions {
  /** The files that the last load read (`LoadedGeneration.files` or `PluginRejected.files`). */
  files?: Iterable<string>
  /** Whether the last load failed. If so, any file may fix it, so all files are watched. */
  failed?: boolean
  /** Start of that load, in ms since the epoch. Later changes are reported even if the watch had not begun. Default: now. */
  since?: number
  onChange: (change: PluginChange) => void
  /** Called when the operating system refuses to watch, for example because its limit of watches is reached. */
  onError: (error: unknown) => void
}

/** A watch that is updated after every load and closed by its owner. */
export interface PluginWatch {
  /** Absolute; the plugin's. */
  readonly directory: string
  /** Resolves once changes are seen as they happen; earlier changes are reported at that point. Waiting for it is optional. */
  readonly ready: Promise<void>
  /** Sets the files that the last load read. */
  follow: (files: Iterable<string>, options?: { failed?: boolean }) => void
  close: () => Promise<void>
}

/**
 * Watches the inputs of a plugin's load: the files its bundle read, including those outside its directory, package.json, tsconfig.json,
 * `ui/`, `migrations/` and `translations/`. Calls `onChange` 60 ms after the last of a burst of changes, and when a removed directory reappears. Ignores
 * files that the plugin itself writes into its directory, and everything in node_modules or in dotfolders.
 */
export function watchPlugin({ directory }: Pick<PluginManifest, 'directory'>, options: WatchOptions): PluginWatch {
  const plugin = new WatchedPlugin(directory, options)
  return {
    directory,
    ready: plugin.ready,
    follow: (files, state) => plugin.follow(files, state),
    close: () => plugin.close(),
  }
}

class WatchedPlugin {
  readonly ready: Promise<void>
  readonly #directory: string
  #watcher: FSWatcher
  #watched: string
  readonly #report: Debounced
  readonly #always: string[]
  readonly #changed = new Set<string>()
  readonly #outside = new Set<string>()
  /** Files that no load read and that changed while the plugin worked: the plugin writes them itself. */
  readonly #written = new Set<string>()
  readonly #onError: (error: unknown) => void
  #looking: NodeJS.Timeout | undefined
  #files = new Set<string>()
  #failedAt: number | undefined
  /** Until the watch has started, changes since this time are looked for once more when it has. */
  #since: number
  #hasStarted = false

  constructor(directory: string, { files = [], failed = false, since, onChange, onError }: WatchOptions) {
    this.#directory = directory
    this.#always = ['package.json', 'tsconfig.json'].map((name) => path.join(directory, name))
    this.#since = since === undefined ? Date.now() : since - CLOCK_TICK
    this.#report = debounce(() => this.#takeChange(onChange), DEBOUNCE)
    this.#onError = onError
    this.#watched = identityOf(directory)
    this.#watcher = this.#open()
    this.ready = new Promise((resolve) => this.#watcher.once('ready', resolve))
    this.follow(files, { failed })
  }

  #open(): FSWatcher {
    this.#hasStarted = false
    const watcher = watchPaths([this.#directory, ...this.#outside], {
      ignoreInitial: true,
      alwaysStat: true,
      atomic: false,
      ignored: (file, stats) => this.#isIgnored(file, stats),
    })
    return watcher
      .on('all', (event, file, stats) => this.#notice(event, file, stats))
      .on('error', this.#onError)
      .once('ready', () => {
        this.#hasStarted = true
        void this.#catchUp()
      })
  }

  follow(files: Iterable<string>, { failed = false }: { failed?: boolean } = {}): void {
    this.#files = new Set([...this.#always, ...files])
    this.#failedAt = failed ? Date.now() : undefined
    this.#watchOutside()
    void this.#catchUp()
  }

  /** Folders rather than files: chokidar loses a single file when an editor deletes and recreates it. */
  #watchOutside(): void {
    const outside = [...this.#files].filter((file) => !isInside(file, this.#directory))
    const folders = new Set(outside.map((file) => path.dirname(file)))
    const fresh = [...folders].filter((folder) => !this.#outside.has(folder))
    for (const folder of fresh) this.#outside.add(folder)
    this.#watcher.add(fresh)
  }

  async close(): Promise<void> {
    this.#report.cancel()
    clearInterval(this.#looking)
    await this.#watcher.close()
  }

  #isIgnored(file: string, stats: Stats | undefined): boolean {
    if (!isInside(file, this.#directory)) return stats?.isDirectory() === true && !this.#outside.has(file)
    const names = path.relative(this.#directory, file).split(path.sep)
    return names.some((name) => name.startsWith('.') || name === 'node_modules')
  }

  #notice(event: string, file: string, stats: Stats | undefined): void {
    if (event === 'addDir' || (event === 'unlinkDir' && file !== this.#directory)) return
    if (this.#isRead(file) || this.#mayRepair(event, file, stats)) this.#remember(file)
    else if (event === 'change') this.#written.add(file)
    else if (event === 'unlink') this.#written.delete(file)
  }

  #lookForReturn(): void {
    this.#looking ??= setInterval(() => {
      if (!existsSync(this.#directory)) return
      clearInterval(this.#looking)
      this.#looking = undefined
      this.#remember(this.#directory)
    }, RETURN_INTERVAL)
  }

  /** The operating system watches a directory, not its path: one that was removed and created again is a different one. */
  #watchAgain(present: string): void {
    if (present === this.#watched) return
    this.#watched = present
    void this.#watcher.close()
    this.#watcher = this.#open()
  }

  #isRead(file: string): boolean {
    if (file === this.#directory || this.#files.has(file)) return true
    return (
      isInside(file, this.#directory) &&
      /^(?:ui|migrations|translations)[\\/]/.test(path.relative(this.#directory, file))
    )
  }

  /**
   * A file that a failing plugin writes during its load must not trigger another load, and neither must one that the previous, still
   * working generation keeps writing.
   */
  #mayRepair(event: string, file: string, stats: Stats | undefined): boolean {
    if (this.#failedAt === undefined || !isInside(file, this.#directory) || this.#written.has(file)) return false
    if (event === 'add' && SOURCE.test(file)) return true
    return stats !== undefined && changedAt(stats) > this.#failedAt
  }

  #remember(file: string): void {
    this.#changed.add(file)
    this.#report()
  }

  /** Finds missed changes and deletions: those made while the watch was starting, or of a file that was not yet known to matter. */
  async #catchUp(): Promise<void> {
    const since = this.#since
    const checks = [...this.#files].map(async (file) => {
      const stats = await stat(file).catch(() => undefined)
      const changed = stats ? changedAt(stats) > since : this.#wasThere(file)
      if (changed && !this.#watcher.closed) this.#remember(file)
    })
    const repairs = this.#failedAt === undefined ? [] : this.#sources()
    const looks = repairs.map(async (file) => {
      const stats = await stat(file).catch(() => undefined)
      if (stats && Math.floor(stats.birthtimeMs) > since && !this.#watcher.closed) this.#remember(file)
    })
    await Promise.all([...checks, ...looks])
  }

  /** Whether a file that is missing was there when it was last read. Nobody needs a tsconfig.json, and a load without package.json fails. */
  #wasThere(file: string): boolean {
    const [manifest] = this.#always
    return file === manifest ? this.#failedAt === undefined : !this.#always.includes(file)
  }

  /** Every file whose appearance may fix a failed load: a folder may be loaded while it is still being copied. */
  #sources(): string[] {
    const folders = Object.entries(this.#watcher.getWatched())
    const files = folders.flatMap(([folder, names]) => names.map((name) => path.join(folder, name)))
    return files.filter((file) => isInside(file, this.#directory) && SOURCE.test(file) && !this.#files.has(file))
  }

  #takeChange(onChange: WatchOptions['onChange']): void {
    const files = [...this.#changed]
    this.#changed.clear()
    // Checked at once: a directory that reappears between two checks would be neither watched again nor waited for.
    const present = identityOf(this.#directory)
    if (present === GONE) this.#lookForReturn()
    else this.#watchAgain(present)
    if (this.#hasStarted) this.#since = Date.now() - CLOCK_TICK
    onChange({ kind: present === GONE ? 'removed' : 'changed', files })
  }
}

const GONE = 'gone'

/** Some file systems reuse the numbers of directories at once, but not their creation times. */
function identityOf(directory: string): string {
  const stats = statSync(directory, { throwIfNoEntry: false })
  return stats?.isDirectory() ? `${stats.ino} ${stats.birthtimeMs}` : GONE
}

/** In whole ms, as Date.now() counts. Moving a file into place keeps its modification time but not its change time. */
function changedAt({ mtimeMs, ctimeMs }: Stats): number {
  return Math.floor(Math.max(mtimeMs, ctimeMs))
}
