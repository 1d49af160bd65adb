import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The place of a frame in a built script: `file:///…/dist/chunks/plugins-ABCD.js:12:5`. */
const BUILT = /file:\/\/[^\s()]+?\/dist\/[^\s()]+?\.js:\d+:\d+/g

/** By script, for the lifetime of the process. Undefined if there is no map. */
const maps = new Map<string, SourceMap | undefined>()

/**
 * Maps the frames of a stack in our build, whose files are bundles, to those of the sources. Maps are read when the first error is logged.
 * Node could read them at the start, but that takes as long as loading the modules themselves.
 */
export function withSourceLines(stack: string): string {
  return stack.replaceAll(BUILT, (place) => {
    const [, url = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? []
    const script = fileURLToPath(url)
    const entry = mapOf(script)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (entry === undefined || !('originalSource' in entry)) return place
    const source = path.resolve(path.dirname(script), entry.originalSource)
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

function mapOf(script: string): SourceMap | undefined {
  if (!maps.has(script)) maps.set(script, readMap(script))
  return maps.get(script)
}

function readMap(script: string): SourceMap | undefined {
  try {
    return new SourceMap(
      JSON.parse(readFileSync(`${script}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0],
    )
  } catch {
    return undefined
  }
}
