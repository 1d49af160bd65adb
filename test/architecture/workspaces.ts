import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { root } from './source-files.ts'

/** A package of this repository: its npm name, its folder, and the packages that its package.json names. */
export interface Workspace {
  name: string
  folder: string
  packages: string[]
}

type PackageJson = { name: string } & Partial<Record<(typeof KINDS)[number], Record<string, string>>>

const KINDS = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies'] as const
const FOLDERS = ['sdk', 'host', 'host/shell', ...readdirSync(`${root}plugins`).map((name) => `plugins/${name}`)]

/** All packages of this repository. */
export const workspaces: readonly Workspace[] = FOLDERS.filter(isPackage).map(readWorkspace)

function isPackage(folder: string): boolean {
  return existsSync(`${root}${folder}/package.json`)
}

function readWorkspace(folder: string): Workspace {
  const json = JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8')) as PackageJson
  return { name: json.name, folder, packages: KINDS.flatMap((kind) => Object.keys(json[kind] ?? {})) }
}

/** The package that a file belongs to; undefined for the tests at the top, which belong to none. */
export function workspaceOf(file: string): Workspace | undefined {
  return workspaces.findLast(({ folder }) => file.startsWith(`${folder}/`))
}
