import path from 'node:path'
import type { Metafile } from 'esbuild'

const NAMED_IMPORT = /\bimport\s*(?!type\b)\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g

/**
 * esbuild turns the constants of a bundle into `var`, so a value that is used before its file was evaluated, because two files import
 * each other, would be undefined. This restores `let` for what such files import from each other: Node's own error is thrown at the
 * author's line then. The text keeps its length, and with it the source map.
 */
export function restoreConstants(
  code: string,
  { inputs }: Metafile,
  { sources, directory }: { sources: ReadonlyMap<string, string>; directory: string },
): string {
  const reaches = reachableBy(inputs)
  const names = Object.entries(inputs).flatMap(([file, { imports }]) => {
    const circular = imports.filter((each) => reaches(each.path).has(file)).map(({ original }) => original)
    return circular.length === 0 ? [] : namesImported(sources.get(path.resolve(directory, file)) ?? '', circular)
  })
  return [...new Set(names)].reduce(restoreOne, code)
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

const namesImported = (source: string, from: readonly (string | undefined)[]) =>
  [...source.matchAll(NAMED_IMPORT)].flatMap(([, names = '', specifier]) =>
    from.includes(specifier) ? names.split(',').map((name) => name.trim().split(/\s+/)[0] ?? '') : [],
  )

/** A name that the bundle declares twice, or not at the start of a line, is left as it is. */
function restoreOne(code: string, name: string): string {
  const declaration = new RegExp(`^var ${name} = `, 'gm')
  if (!/^[A-Za-z_]\w*$/.test(name) || [...code.matchAll(declaration)].length !== 1) return code
  return code.replace(declaration, `let ${name} = `)
}
