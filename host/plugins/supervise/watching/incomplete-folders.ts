import { type PluginWatch, watchPlugin } from './watch-plugin.ts'

interface IncompleteFoldersOptions {
  /** A file has come or changed in one of them. */
  readonly onChange: () => void
  readonly onError: (error: unknown) => void
}

/** Watches folders that would be plugins but for a file that is not there: somebody may still be copying them. */
export class IncompleteFolders {
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
