import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

/** An import as its author wrote it, in a file of this folder. */
export interface SeenImport {
  readonly specifier: string
  readonly folder: string
  /** The file of the dependency that it resolves to, if any. */
  readonly found?: string | undefined
  /** Whether the package is loaded together with the plugin, and not later. */
  readonly isLoaded?: boolean | undefined
}

/** The state of each place that a bundle depends on: a hash, or null if nothing is there. */
export type BundleInputs = Readonly<Record<string, string | null>>

/** The files in each folder above a source that determine how esbuild resolves and compiles. */
const SETTINGS = ['package.json', 'tsconfig.json', 'jsconfig.json', '.pnp.cjs', '.pnp.js', '.pnp.data.json']

/** esbuild then reads further files, which are not followed here. */
const EXTENDS = /\bextends["']?\s*:/

export const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64')

/**
 * Reads the state of everything that determines a bundle of these files: their content, the files and folders next to them and next to
 * their imports, every place where a package could be found, and the settings above. Returns undefined if that cannot be determined, or if
 * something was saved after `before`, in milliseconds since 1970.
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

/** Whether a bundle would have the same inputs as when these were read. `known` are states that were just read. */
export const areUnchanged = (inputs: BundleInputs, known: BundleInputs): boolean =>
  Object.entries(inputs).every(([place, state]) => (known[place] ?? stateOf(place)) === state)

/** The place of a file among the inputs. */
export const filePlace = (file: string) => `file ${file}`
const folderPlace = (folder: string) => `folder ${folder}`

/** The folders that resolving an import reads: for a relative one those on the way to its file, for a package each `node_modules` above. */
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
  // Most places are empty, and creating an exception is slow.
  if (!existsSync(where)) return null
  try {
    return hashOf(kind === 'file' ? readFileSync(where) : listingOf(where))
  } catch {
    return null
  }
}

/** The real path of a folder, and its names with the targets of links. */
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

/** When a file, or the names in a folder, last changed. Unlike the modification time, it cannot be set. */
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
