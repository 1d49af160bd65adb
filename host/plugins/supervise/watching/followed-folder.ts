import type { PluginManifest } from '../../manifest/plugin-manifest.ts'
import { type PluginWatch, type WatchOptions, watchPlugin } from './watch-plugin.ts'

export interface FollowedFolderOptions {
  readonly onChange: () => void
  /** Called when the folder was removed; nothing is watched any more. */
  readonly onGone: () => void
  readonly onError: (error: unknown) => void
}

/** Watches the files of a plugin, even after its folder has moved. */
export class FollowedFolder {
  readonly #options: FollowedFolderOptions
  #watch: PluginWatch | undefined

  constructor(options: FollowedFolderOptions) {
    this.#options = options
  }

  /** Sets the files that the last load read, and when it began. */
  follow(
    { directory }: Pick<PluginManifest, 'directory'>,
    load: Required<Pick<WatchOptions, 'files' | 'failed' | 'since'>>,
  ): void {
    if (this.#watch?.directory === directory) return this.#watch.follow(load.files, { failed: load.failed })
    void this.close()
    const { onChange, onError } = this.#options
    this.#watch = watchPlugin(
      { directory },
      { ...load, onError, onChange: ({ kind }) => (kind === 'removed' ? this.#lose() : onChange()) },
    )
  }

  /** It may follow again afterwards. */
  async close(): Promise<void> {
    const watch = this.#watch
    this.#watch = undefined
    await watch?.close()
  }

  #lose(): void {
    void this.close()
    this.#options.onGone()
  }
}
