import { builtinModules } from 'node:module'
import { expect } from 'chai'
import { mayDescend } from './floors.ts'
import { importCycles } from './import-cycles.ts'
import type { Import } from './read-imports.ts'
import { readImports } from './read-imports.ts'
import { mayImport, roomOf } from './rooms.ts'
import { sourceFiles } from './source-files.ts'
import { workspaceOf } from './workspaces.ts'

const imports = readImports()
const nodeModules = new Set(builtinModules)

function told({ file, specifier }: Import): string {
  return `${file} imports '${specifier}'`
}

/** Expects no import to break a rule, and names each that does. */
function expectNone(found: readonly Import[]): void {
  expect(found.map(told)).to.deep.equal([])
}

function within(folder: string): Import[] {
  return imports.filter(({ file }) => file.startsWith(folder))
}

function isOfNode(specifier: string): boolean {
  return specifier.startsWith('node:') || nodeModules.has(specifier)
}

/** The package that is imported by name, from npm or of ours; undefined for a file and for a module of Node. */
function packageOf({ specifier }: Import): string | undefined {
  if (specifier.startsWith('.') || isOfNode(specifier)) return undefined
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** A type may also come from DefinitelyTyped. */
function isNamed(each: Import): boolean {
  const name = packageOf(each) ?? ''
  const packages = workspaceOf(each.file)?.packages ?? []
  return packages.includes(name) || (each.typeOnly && packages.includes(`@types/${name}`))
}

function isTest(file: string): boolean {
  return /^(test|plugins\/[^/]+\/test)\//.test(file)
}

describe('The imports', () => {
  it('stay within the rooms that a room may import', () => {
    expectNone(imports.filter(({ file, target }) => target && !mayImport(roomOf(file), roomOf(target))))
  })

  it('of a room of the host stay within its own wing and the floors below', () => {
    const inside = within('host/').filter(({ file }) => roomOf(file).kind === 'host')
    expectNone(
      inside.filter(({ file, target }) => target && roomOf(target).kind === 'host' && !mayDescend(file, target)),
    )
  })

  it('never reach into another package by path', () => {
    const paths = imports.filter(({ file, specifier }) => specifier.startsWith('.') && !isTest(file))
    expectNone(paths.filter(({ file, target }) => target && workspaceOf(file) !== workspaceOf(target)))
  })

  it('of the SDK’s documents, which run in the browser, name only TypeBox', () => {
    const outside = within('sdk/documents/').filter(({ target }) => !target)
    expectNone(outside.filter((each) => packageOf(each) !== 'typebox'))
  })

  it('of the shell name no Node module', () => {
    expectNone(within('host/shell/src/').filter(({ specifier }) => isOfNode(specifier)))
  })

  it('of the launch scripts, which run before the installation, name only Node modules', () => {
    expectNone(within('host/launch/').filter((each) => packageOf(each) !== undefined))
  })

  it('of a package name only packages in its package.json', () => {
    const byName = imports.filter((each) => packageOf(each) && !isTest(each.file))
    expectNone(byName.filter((each) => !isNamed(each)))
  })

  it('have no cycle', () => {
    expect(importCycles(imports).map((files) => files.join(' → '))).to.deep.equal([])
  })
})

describe('The test files', () => {
  it('all lie where `npm test` looks for them', () => {
    const lost = sourceFiles().filter((file) => /\.test\.tsx?$/.test(file) && (!isTest(file) || file.endsWith('x')))
    expect(lost).to.deep.equal([])
  })
})
