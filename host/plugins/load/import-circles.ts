import path from 'node:path'
import type { Metafile } from 'esbuild'

/** The first line of a file's part of a bundle. */
const FILE = /^\/\/ (.+)$/
/** A constant or class, as esbuild declares it in a bundle; it adds a digit to a name that two files use. */
const DECLARED = /^var (?:(\w+?)(\d*) = |[{[])/

/**
 * esbuild turns the constants and classes of a bundle into `var`. If two files import each other, a value that is used before its file was
 * evaluated would then be undefined. This restores `let` in such files, so that Node throws its own error at the author's line. The text
 * keeps its length, and with it the source map.
 */
export function restoreConstants(
  code: string,
  { inputs }: Metafile,
  { sources, directory }: { sources: ReadonlyMap<string, string>; directory: string },
): string {
  const reaches = reachableBy(inputs)
  const isCircular = (file: string) => inputs[file]?.imports.some((each) => reaches(each.path).has(file)) ?? false
  let source: string | undefined
  const restored = code.split('\n').map((line) => {
    const [, file = ''] = FILE.exec(line) ?? []
    if (file in inputs) source = isCircular(file) ? sources.get(path.resolve(directory, file)) : undefined
    return source !== undefined && isConstant(line, source) ? line.replace('var', 'let') : line
  })
  return restored.join('\n')
}

/** The files that a file imports, directly or through others. */
function reachableBy(inputs: Metafile['inputs']): (file: string) => ReadonlySet<string> {
  const known = new Map<string, Set<string>>()
  return (file) => {
    const reached = known.get(file) ?? new Set([file])
    if (!known.has(file))
      for (const each of reached) for (const other of inputs[each]?.imports ?? []) reached.add(other.path)
    known.set(file, reached)
    return reached
  }
}

/** Whether the author declared it as a constant or class. An enum is a `var` that uses itself, and a `var` may be declared twice. */
function isConstant(line: string, source: string): boolean {
  const declared = DECLARED.exec(line)
  if (declared === null) return false
  const [, name, digits = ''] = declared
  if (name === undefined) return /^(?:export\s+)?(?:const|let)\s*[{[]/m.test(source)
  if (/_default$/.test(name) && /^export\s+default\b/m.test(source)) return true
  return new RegExp(
    String.raw`^(?:export\s+)?(?:default\s+)?(?:const|let|(?:abstract\s+)?class)\s+${name}(?:${digits})?\b`,
    'm',
  ).test(source)
}
