import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

/** An import as its author wrote it, in a file of this folder. */
export interface SeenImport {
  readonly specifier: string
  readonly folder: string
  /** The file of the dependency that it leads to, if it leads to one. */
  readonly found?: string | undefined
  /** Whether the package is loaded with the plugin, and not later. */
  readonly isLoaded?: boolean | undefined
}

/** The state of each place that a bundle depends on: a hash, or null if nothing is there. */
export type BundleInputs = Readonly<Record<string, string | null>>

/** In each folder above a source, what says how esbuild finds and compiles. */
const SETTINGS = ['package.json', 'tsconfig.json', 'jsconfig.json', '.pnp.cjs', '.pnp.js', '.pnp.data.json']

/** esbuild reads further files for it, which are not followed here. */
const EXTENDS = /\bextends["']?\s*:/

export const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64')

/**
 * Reads the state of everything that decides what a bundle of these files contains: their content, which files and folders lie beside them
 * and beside what they import, every place where a package could be found, and the settings above. Returns undefined if that cannot be known,
 * or if something was saved after `before`, in milliseconds since 1970.
 */
export function readInputs(
  { files, imports, roots }: { files: Iterable<string>; imports: readonly SeenImport[]; roots: readonly string[] },
  { before }: { before: number },
): BundleInputs | undefined {
  const own = [...files]
  const folders = new Set([...roots, ...own.map((file) => path.dirname(file)), ...imports.flatMap(foldersOf)])
  const above = new Set([...folders].flatMap(foldersAbove))
  const settings = [...above].flatMap((each) => SETTINGS.map((name) => path.join(each, name)))
  const places = [...new Set([...own, ...settings])].map(filePlace).concat([...folders].map(folderPlace))
  const isSettled = places.every((place) => changedAt(place) < before)
  const isExtended = settings.some((file) => /[jt]sconfig\.json$/.test(file) && EXTENDS.test(textOf(file)))
  return isSettled && !isExtended ? Object.fromEntries(places.map((place) => [place, stateOf(place)])) : undefined
}

/** Whether a bundle would be made of the same as when these inputs were read. `known` are states that were just read. */
export const areUnchanged = (inputs: BundleInputs, known: BundleInputs): boolean =>
  Object.entries(inputs).every(([place, state]) => (known[place] ?? stateOf(place)) === state)

/** The place of a file among the inputs. */
export const filePlace = (file: string) => `file ${file}`
const folderPlace = (folder: string) => `folder ${folder}`

/** Where an import looks: a relative one on the way to its file, a package in each `node_modules` above. */
function foldersOf({ specifier, folder, found }: SeenImport): string[] {
  if (/^\.{0,2}(?:\/|$)/.test(specifier) || path.isAbsolute(specifier)) {
    const target = path.resolve(folder, specifier)
    return [path.dirname(target), target]
  }
  const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? []
  const candidates = foldersAbove(folder).map((each) => path.join(each, 'node_modules', name))
  return found !== undefined && path.isAbsolute(found) ? [...candidates, path.dirname(found)] : candidates
}

/** A folder and all those above it. */
function foldersAbove(folder: string): string[] {
  const parent = path.dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)]
}

function stateOf(place: string): string | null {
  const [kind, where] = split(place)
  // Most places are empty, and an exception takes long to make.
  if (!existsSync(where)) return null
  try {
    return hashOf(kind === 'file' ? readFileSync(where) : listingOf(where))
  } catch {
    return null
  }
}

/** The real place of a folder, and the names in it with what links lead to. */
function listingOf(folder: string): string {
  const entries = readdirSync(folder, { withFileTypes: true }).map((entry) =>
    entry.isSymbolicLink() ? `${entry.name} > ${realPlace(path.join(folder, entry.name))}` : entry.name,
  )
  return JSON.stringify([realpathSync(folder), ...entries.sort()])
}

function realPlace(link: string): string {
  try {
    return realpathSync(link)
  } catch {
    return ''
  }
}

/** When a file, or the names in a folder, last changed. Unlike the time of modification, nobody can set it. */
function changedAt(place: string): number {
  try {
    return statSync(split(place)[1], { throwIfNoEntry: false })?.ctimeMs ?? 0
  } catch {
    return 0
  }
}

function textOf(file: string): string {
  if (!existsSync(file)) return ''
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function split(place: string): [kind: string, where: string] {
  const space = place.indexOf(' ')
  return [place.slice(0, space), place.slice(space + 1)]
}
