import { watchPluginDirectories } from './watch-plugin-directories.ts'
import type { PluginWatch } from './watch-plugin.ts'
import { watchPlugin } from './watch-plugin.ts'

interface IncompleteFoldersOptions {
  /** Called when a file appears or changes in one of them. */
  readonly onChange: () => void
  readonly onError: (error: unknown) => void
}

/** Watches folders that lack only a file to be plugins. They may still be being copied. */
class IncompleteFolders {
  readonly #watches = new Map<string, PluginWatch>()
  readonly #options: IncompleteFoldersOptions

  constructor(options: IncompleteFoldersOptions) {
    this.#options = options
  }

  /** Sets the folders to watch. */
  follow(directories: readonly string[]): void {
    const gone = [...this.#watches.keys()].filter((directory) => !directories.includes(directory))
    for (const directory of gone) void this.#leave(directory)
    for (const directory of directories) if (!this.#watches.has(directory)) this.#watch(directory)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#watches.keys()].map((directory) => this.#leave(directory)))
  }

  /** Earlier changes are not reported, so the folders are read once the watch has begun. */
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

/** A watch that runs until it is closed. */
export interface PluginsWatch {
  /** Sets the folders that lack only a file to be plugins. */
  readonly follow: (incomplete: readonly string[]) => void
  close(): Promise<void>
}

/**
 * Watches for plugins that appear, change or vanish in the plugin directories, and for those still being copied. Changes
 * before the watch has begun are not reported, so `onChange` is called once it has begun.
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
