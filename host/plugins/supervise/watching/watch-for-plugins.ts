import { watchPluginDirectories } from './watch-plugin-directories.ts'
import type { PluginWatch } from './watch-plugin.ts'
import { watchPlugin } from './watch-plugin.ts'

interface IncompleteFoldersOptions {
  /** A file has come or changed in one of them. */
  readonly onChange: () => void
  readonly onError: (error: unknown) => void
}

/** Watches folders that would be plugins but for a file that is not there: somebody may still be copying them. */
class IncompleteFolders {
  readonly #watches = new Map<string, PluginWatch>()
  readonly #options: IncompleteFoldersOptions

  constructor(options: IncompleteFoldersOptions) {
    this.#options = options
  }

  /** Says which they are now. */
  follow(directories: readonly string[]): void {
    const gone = [...this.#watches.keys()].filter((directory) => !directories.includes(directory))
    for (const directory of gone) void this.#leave(directory)
    for (const directory of directories) if (!this.#watches.has(directory)) this.#watch(directory)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#watches.keys()].map((directory) => this.#leave(directory)))
  }

  /** What came before the watch had begun is not told, so it is looked for then. */
  #watch(directory: string): void {
    const watch = watchPlugin({ directory }, { failed: true, ...this.#options })
    this.#watches.set(directory, watch)
    void watch.ready.then(this.#options.onChange)
  }

  async #leave(directory: string): Promise<void> {
    const watch = this.#watches.get(directory)
    this.#watches.delete(directory)
    await watch?.close()
  }
}

/** A watch that goes on until it is closed. */
export interface PluginsWatch {
  /** Says which folders would be plugins but for a file that is not there. */
  readonly follow: (incomplete: readonly string[]) => void
  close(): Promise<void>
}

/**
 * Watches for plugins: those that come, change or go in the plugin directories, and those that are still being copied. What changes
 * before the watch has begun is not told, so `onChange` is called then.
 */
export function watchForPlugins(
  directories: readonly string[],
  options: { onChange: () => void; onError: (error: unknown) => void },
): PluginsWatch {
  const watch = watchPluginDirectories(directories, options)
  const incomplete = new IncompleteFolders(options)
  let closed = false
  void watch.ready.then(options.onChange)
  return {
    follow: (folders) => {
      if (!closed) incomplete.follow(folders)
    },
    close: async () => {
      closed = true
      await Promise.all([watch.close(), incomplete.close()])
    },
  }
}
