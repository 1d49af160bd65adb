import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'esbuild'

/** What files were like when they were about to be read. */
export class FileStamps {
  readonly #stamps = new Map<string, string>()

  async note(file: string): Promise<void> {
    this.#stamps.set(file, await stampOf(file))
  }

  /** Whether one of them was saved since: what was read of it may be half of it. */
  async areOutdated(): Promise<boolean> {
    const checks = [...this.#stamps].map(async ([file, stamp]) => (await stampOf(file)) !== stamp)
    return (await Promise.all(checks)).includes(true)
  }
}

/** The size too: within one tick of its clock a file system stamps two changes alike. */
async function stampOf(file: string): Promise<string> {
  const stats = await stat(file, { bigint: true }).catch(() => undefined)
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : 'gone'
}

/** What a file of the plugin is given for `import.meta`, `__dirname` and `__filename`; the bundle has only one of each. */
export const FILE_META = '__import_meta'

const usesMeta = /\bimport\.meta\b|\b__(?:dir|file)name\b/

/** The text put before a file's first line; without a line break, so that line numbers hold. */
export function metaPrefix(file: string): string {
  return `const ${FILE_META} = __plugin_host.meta(${JSON.stringify(file)});`
}

/** esbuild plugin that reads the plugin's own files, each once, and notes each in `sources`, with its text if it is code. */
export function readOwnSources(
  directory: string,
  { sources, stamps }: { sources: Map<string, string>; stamps: FileStamps },
): Plugin {
  return {
    name: 'own-sources',
    setup(build) {
      build.onLoad({ filter: /.*/, namespace: 'file' }, async ({ path: file }) => {
        if (isDependencyFile(file, directory)) return undefined
        sources.set(file, '')
        await stamps.note(file)
        if (!/\.[cm]?[jt]sx?$/.test(file)) return undefined
        const source = await readFile(file, 'utf8')
        sources.set(file, source)
        const contents = usesMeta.test(source) ? metaPrefix(file) + source.replace(/^#!/, '//') : source
        return { contents, loader: 'default' }
      })
    },
  }
}

/**
 * Whether a file belongs to a package the plugin depends on rather than to its author. A plugin may itself lie in a node_modules;
 * and a workspace package is linked from one but lies outside, so its files are the author's own and reload with the plugin.
 */
export function isDependencyFile(file: string, directory: string): boolean {
  const place = isInside(file, directory) ? path.relative(directory, file) : file
  return place.split(path.sep).includes('node_modules')
}

/** Whether a path is a directory or lies in it; both absolute. */
export function isInside(file: string, directory: string): boolean {
  return file === directory || file.startsWith(directory + path.sep)
}
