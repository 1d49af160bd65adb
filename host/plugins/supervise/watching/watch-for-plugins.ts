import { IncompleteFolders } from './incomplete-folders.ts'
import { watchPluginDirectories } from './watch-plugin-directories.ts'

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
