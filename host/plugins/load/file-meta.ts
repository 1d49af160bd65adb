import { createRequire, isBuiltin } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** What `import.meta` is in one file of a plugin. */
export interface FileMeta {
  url: string
  filename: string
  dirname: string
  /** Resolves a package by its `require` conditions, which are all Node offers for another file. */
  resolve: (specifier: string) => string
}

/** Makes the `import.meta` of one of the plugin's own files: clean file URLs, without a generation in them. */
export function fileMeta(filename: string): FileMeta {
  const { href: url } = pathToFileURL(filename)
  return { url, filename, dirname: path.dirname(filename), resolve: (specifier) => resolveFrom(url, specifier) }
}

function resolveFrom(url: string, specifier: string): string {
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`
  if (/^\.{0,2}\//.test(specifier) || URL.canParse(specifier)) return new URL(specifier, url).href
  return pathToFileURL(createRequire(url).resolve(specifier)).href
}
