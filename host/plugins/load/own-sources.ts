import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { isDependencyFile } from './dependency-file.ts'
import type { FileStamps } from './file-stamps.ts'

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
