import { existsSync, realpathSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { debounce, singleFlight, watchPaths } from '../../../base/lifetime/index.ts'
import { isAbsent } from '../../manifest/discover-plugins.ts'

const DEBOUNCE = 60

/**
 * Interval of the check without events, in ms. chokidar reads a new directory before it watches it, so it misses everything created in
 * between; and some network drives report nothing at all.
 */
const LOOK_INTERVAL = 3_000

/** The undo, and when the watch has begun. */
export interface PluginDirectoriesWatch {
  readonly ready: Promise<void>
  close: () => Promise<void>
}

/**
 * Watches for plugin folders that appear or vanish, and for package.json files that do or change: whenever `discoverPlugins`
 * may find something else. A plugin directory itself may appear later. Calls `onChange` 60 ms after the last event of a burst, or
 * within 3 s where the operating system reports none, with the folders concerned.
 */
export function watchPluginDirectories(
  directories: readonly string[],
  { onChange, onError }: { onChange: (folders: string[]) => void; onError: (error: unknown) => void },
): PluginDirectoriesWatch {
  const roots = directories.map(realPath)
  let known: Listing | undefined
  const look = singleFlight(async () => {
    const now = await list(roots)
    if (now === undefined) return
    const folders = differences(known ?? now, now)
    known = now
    if (folders.length > 0 && !watcher.closed) onChange(folders)
  })
  const lookSoon = debounce(() => void look(), DEBOUNCE)
  const watcher = watchPaths(roots.map(nearestParent), {
    ignoreInitial: true,
    atomic: false,
    // A link itself is watched, so a changed target is a change; its target is watched once it is a plugin.
    followSymlinks: false,
    ignored: (file) => !roots.some((root) => concerns(file, root)),
  })
  watcher.on('error', onError).on('all', lookSoon)
  const timer = setInterval(() => void look(), LOOK_INTERVAL).unref()
  return {
    ready: Promise.all([look(), new Promise<void>((resolve) => watcher.once('ready', resolve))]).then(() => undefined),
    close: async () => {
      clearInterval(timer)
      lookSoon.cancel()
      await watcher.close()
    },
  }
}

/** By the folders in the plugin directories: a text that changes when a folder or its package.json is created, replaced or removed. */
type Listing = ReadonlyMap<string, string>

/** Undefined if a plugin directory exists but cannot be read at present: that its folders are gone is not known then. */
async function list(roots: readonly string[]): Promise<Listing | undefined> {
  const read = await Promise.all(roots.map(foldersIn))
  const folders = read.flatMap((each) => each ?? [])
  if (read.includes(undefined)) return undefined
  return new Map(await Promise.all(folders.map(async (folder) => [folder, await stateOf(folder)] as const)))
}

async function foldersIn(root: string): Promise<string[] | undefined> {
  const names = await readdir(root).catch((error: unknown) => (isAbsent(error) ? [] : undefined))
  return names?.map((name) => path.join(root, name)).filter((folder) => concerns(folder, root))
}

async function stateOf(folder: string): Promise<string> {
  const files = [folder, path.join(folder, 'package.json')]
  const [directory, manifest] = await Promise.all(files.map((file) => stat(file).catch(() => undefined)))
  return [directory?.ino, manifest?.ino, manifest?.mtimeMs, manifest?.ctimeMs, manifest?.size].join(' ')
}

function differences(before: Listing, now: Listing): string[] {
  const folders = new Set([...before.keys(), ...now.keys()])
  return [...folders].filter((folder) => before.get(folder) !== now.get(folder))
}

/** A plugin directory may itself be a link, which must be followed. */
function realPath(directory: string): string {
  const absolute = path.resolve(directory)
  return existsSync(absolute) ? realpathSync(absolute) : absolute
}

/** A directory is watched from its parent, so that it may be created, and removed and created again. */
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
