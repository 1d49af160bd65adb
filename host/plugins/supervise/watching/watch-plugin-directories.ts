import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { watch } from 'chokidar'
import { debounce } from '../../../base/lifetime/index.ts'

const DEBOUNCE = 60

/** The undo, and when the watch has begun. */
export interface PluginDirectoriesWatch {
  readonly ready: Promise<void>
  close: () => Promise<void>
}

/**
 * Watches for plugin folders that appear or vanish, and for package.json files that do or change: whenever `discoverPlugins`
 * may find something else. A plugin directory itself may appear later. Calls `onChange` 60 ms after the last of a burst, with
 * the folders concerned.
 */
export function watchPluginDirectories(
  directories: readonly string[],
  { onChange, onError }: { onChange: (folders: string[]) => void; onError: (error: unknown) => void },
): PluginDirectoriesWatch {
  const roots = directories.map(realPath)
  const changed = new Set<string>()
  const report = debounce(() => {
    const folders = [...changed]
    changed.clear()
    onChange(folders)
  }, DEBOUNCE)
  const watcher = watch(roots.map(nearestParent), {
    ignoreInitial: true,
    atomic: false,
    // A link is watched as such, so that leading elsewhere is a change; what it leads to is watched once it is a plugin.
    followSymlinks: false,
    ignored: (file) => !roots.some((root) => concerns(file, root)),
  })
  watcher.on('error', onError).on('all', (_, file) => {
    const folder = path.basename(file) === 'package.json' ? path.dirname(file) : file
    if (!roots.some((root) => folder === root || path.dirname(folder) === root)) return
    changed.add(folder)
    report()
  })
  return {
    ready: new Promise((resolve) => watcher.once('ready', resolve)),
    close: async () => {
      report.cancel()
      await watcher.close()
    },
  }
}

/** A plugin directory may itself be a link, which must be followed. */
function realPath(directory: string): string {
  const absolute = path.resolve(directory)
  return existsSync(absolute) ? realpathSync(absolute) : absolute
}

/** A directory is watched from above, so that it may be created, and removed and created again. */
function nearestParent(directory: string): string {
  const parent = path.dirname(directory)
  return existsSync(parent) || parent === directory ? parent : nearestParent(parent)
}

/** Whether a path leads to a plugin directory, is one, a plugin's folder in it, or the package.json of one. */
function concerns(file: string, root: string): boolean {
  if (file === root || root.startsWith(file.endsWith(path.sep) ? file : file + path.sep)) return true
  const [folder = '', name, ...rest] = path.relative(root, file).split(path.sep)
  if (folder.startsWith('.') || folder === 'node_modules') return false
  return name === undefined || (name === 'package.json' && rest.length === 0)
}
