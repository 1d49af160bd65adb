import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { importSpecifiers } from './import-specifiers.ts'
import { root, sourceFiles } from './source-files.ts'
import { workspaces } from './workspaces.ts'

/** One import between two places. Paths are relative to the root. */
export interface Import {
  file: string
  specifier: string
  typeOnly: boolean
  /** The file or folder of ours that is meant; absent when it is a package from npm or a module of Node. */
  target?: string
}

/** Every import of every source file of ours. */
export function readImports(): Import[] {
  return sourceFiles().flatMap((file) => {
    const text = readFileSync(`${root}${file}`, 'utf8')
    return importSpecifiers(file, text).map((each) => ({ file, ...each, ...targetOf(file, each.specifier) }))
  })
}

function targetOf(file: string, specifier: string): { target?: string } {
  if (specifier.startsWith('.')) return { target: posix.join(posix.dirname(file), specifier) }
  const workspace = workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
  if (!workspace) return {}
  return { target: `${workspace.folder}${specifier.slice(workspace.name.length)}` }
}
