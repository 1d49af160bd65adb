import type { BigIntStats } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'esbuild'

/** The state of files right before they were read. */
export class FileStamps {
  readonly #stamps = new Map<string, string>()
  #newest = 0

  async note(file: string): Promise<void> {
    const stats = await statsOf(file)
    this.#stamps.set(file, stampOf(stats))
    this.#newest = Math.max(this.#newest, Number(stats?.mtimeMs ?? 0))
  }

  /** When the newest of them was saved, in milliseconds since 1970. */
  get newest(): number {
    return this.#newest
  }

  /** Whether one of them was saved since. If so, it may have been read half-written. */
  async areOutdated(): Promise<boolean> {
    const checks = [...this.#stamps].map(async ([file, stamp]) => stampOf(await statsOf(file)) !== stamp)
    return (await Promise.all(checks)).includes(true)
  }
}

/** Includes the size, because two changes within one tick of the file system's clock have the same time. */
const stampOf = (stats: BigIntStats | undefined) =>
  stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : 'gone'

const statsOf = (file: string) => stat(file, { bigint: true }).catch(() => undefined)

/** A file's own `import.meta`, `__dirname` and `__filename`. The bundle has only one of each. */
export const FILE_META = '__import_meta'

const usesMeta = /\bimport\.meta\b|\b__(?:dir|file)name\b/

/** The prefix of a file's first line. It has no line break, so that line numbers stay correct. */
export function metaPrefix(file: string): string {
  return `const ${FILE_META} = __plugin_host.meta(${JSON.stringify(file)});`
}

/**
 * esbuild plugin that reads each of the plugin's own files once and records it in `sources`, with its text if it is code.
 * @param options.isForBrowser whether `import.meta` stays as it is. Default false: each file gets its own
 */
export function readOwnSources(
  directory: string,
  {
    sources,
    stamps,
    isForBrowser = false,
  }: { sources: Map<string, string>; stamps: FileStamps; isForBrowser?: boolean },
): Plugin {
  return {
    name: 'own-sources',
    setup(build) {
      build.onLoad({ filter: /.*/, namespace: 'file' }, async ({ path: resolved }) => {
        if (isDependencyFile(resolved, directory)) return undefined
        const file = await fileNamedLike(resolved)
        sources.set(file, '')
        await stamps.note(file)
        if (!/\.[cm]?[jt]sx?$/.test(file)) return undefined
        const source = await readFile(file, 'utf8')
        sources.set(file, source)
        const contents =
          !isForBrowser && usesMeta.test(source) ? metaPrefix(file) + source.replace(/^#!/, '//') : source
        return { contents, loader: 'default' }
      })
    },
  }
}

/**
 * The file itself, or the one whose name differs only in upper and lower case. esbuild compares names without case, and takes the first
 * import of a file for its path. `checkImportCase` tells the author.
 */
async function fileNamedLike(file: string): Promise<string> {
  if (await statsOf(file)) return file
  const names = await readdir(path.dirname(file)).catch(() => [])
  const name = names.find((each) => each.toLowerCase() === path.basename(file).toLowerCase())
  return name === undefined ? file : path.join(path.dirname(file), name)
}

/**
 * Whether a file belongs to a dependency rather than to the plugin. The plugin itself may be installed in a node_modules.
 * A workspace package is only linked from there, so its files count as the author's own and reload with the plugin.
 */
export function isDependencyFile(file: string, directory: string): boolean {
  const place = isInside(file, directory) ? path.relative(directory, file) : file
  return place.split(path.sep).includes('node_modules')
}

/** Whether a path is a directory or inside it. Both are absolute. */
export function isInside(file: string, directory: string): boolean {
  return file === directory || file.startsWith(directory + path.sep)
}
