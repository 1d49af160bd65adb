import { expect } from 'chai'
import { importCycles } from './import-cycles.ts'
import type { Import } from './read-imports.ts'
import { readImports } from './read-imports.ts'

const SHELL = 'host/shell/src/'

/** The folder of the shell that a path is in; `top` for the files directly in `src`. */
function folderOf(path: string): string {
  const [folder = '', ...rest] = path.slice(SHELL.length).split('/')
  return rest.length === 0 ? 'top' : folder
}

/** The imports of the shell as arrows between its folders. Types count: a folder is read with all it names. */
function folderImports(imports: readonly Import[]): Import[] {
  return imports.flatMap(({ file, specifier, target }) => {
    if (!file.startsWith(SHELL) || !target?.startsWith(SHELL) || folderOf(file) === folderOf(target)) return []
    return [{ file: folderOf(file), specifier, target: folderOf(target), typeOnly: false }]
  })
}

describe('The folders of the shell', () => {
  const arrows = folderImports(readImports())

  it('never import each other in a circle', () => {
    expect(importCycles(arrows).map((folders) => folders.join(' → '))).to.deep.equal([])
  })

  it('do not import the files above them', () => {
    expect(arrows.filter(({ target }) => target === 'top').map(({ file }) => file)).to.deep.equal([])
  })

  it('are drawn from imports that exist', () => {
    expect(arrows.map(({ file, target }) => `${file} → ${target}`)).to.include('dashboard → table')
  })
})
