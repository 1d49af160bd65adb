import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import { pluginIdChanged } from './plugin-id.ts'
import type { PluginManifest } from './plugin-manifest.ts'
import { readPluginManifest } from './read-plugin-manifest.ts'

/** A folder in a plugin directory. It is a plugin if it has a manifest; otherwise its findings contain errors. */
export interface PluginCandidate {
  /** The path as found. In `manifest.directory`, symbolic links are resolved. */
  directory: string
  manifest?: PluginManifest
  /** The id of a rejected plugin, if its package.json declares one. */
  id?: string
  findings: Diagnostic[]
}

/** All candidates, sorted by directory, and problems of the plugin directories themselves. */
export interface PluginDiscovery {
  candidates: PluginCandidate[]
  findings: Diagnostic[]
  /** Plugin directories and folders that exist but could not be read: what they contain is unknown. */
  unread: string[]
}

/**
 * Reads every folder in the plugin directories (`ATRIUM_PLUGINS`) except dotfolders and node_modules.
 * If two plugins share an id, the one in `homes` (the folders of running plugins) wins, or else the first by directory. Another plugin in
 * the folder of a running one must wait until that one is stopped. Never throws.
 */
export async function discoverPlugins(
  directories: readonly string[],
  { homes = new Map() }: { homes?: ReadonlyMap<string, string> } = {},
): Promise<PluginDiscovery> {
  const listings = await Promise.all([...new Set(directories.map((directory) => path.resolve(directory)))].map(list))
  const folders = listings.flatMap((listing) => listing.folders).sort(byCodePoint)
  const read = await Promise.all(
    folders.map(async (directory) => ({ directory, ...(await readPluginManifest(directory)) })),
  )
  const candidates = read.filter((candidate) => !isOtherPackage(candidate))
  return {
    candidates: rejectTakenIds(rejectChangedIds(candidates, homes), homes),
    findings: listings.flatMap((listing) => listing.findings),
    unread: [
      ...listings.flatMap((listing) => listing.unread),
      ...candidates.filter(isUnread).map(({ directory }) => directory),
    ],
  }
}

const isUnread = ({ findings }: PluginCandidate) => findings.some(({ code }) => code === 'host_out_of_resources')

type Listing = Pick<PluginDiscovery, 'findings' | 'unread'> & { folders: string[] }

async function list(directory: string): Promise<Listing> {
  try {
    const entries = await readdir(directory, { withFileTypes: true })
    const kept = await Promise.all(entries.map((entry) => isCandidate(directory, entry)))
    const folders = entries.filter((_, index) => kept[index]).map((entry) => path.join(directory, entry.name))
    return { folders, findings: [], unread: [] }
  } catch (error) {
    const unread = isAbsent(error) ? [] : [directory]
    return { folders: [], findings: [unreadableDirectory(directory, error as Error)], unread }
  }
}

/** Whether a directory could not be read because it does not exist. */
export const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** A dangling symbolic link is kept as a candidate, so that it is reported. */
async function isCandidate(directory: string, entry: Dirent): Promise<boolean> {
  if (entry.name.startsWith('.') || entry.name === 'node_modules') return false
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  const target = await stat(path.join(directory, entry.name)).catch(() => undefined)
  return target?.isDirectory() ?? true
}

/** A package that npm has installed next to plugins, if a plugin directory is `node_modules/@acme`. */
const isOtherPackage = ({ directory, findings }: PluginCandidate) =>
  directory.split(path.sep).includes('node_modules') && findings.some(({ code }) => code === 'manifest_not_a_plugin')

function unreadableDirectory(directory: string, error: Error): Diagnostic {
  return diagnose('plugin_directory_unreadable', {
    message: `The plugin directory [${directory}] cannot be read, so none of its plugins are found.`,
    where: { file: directory },
    cause: error.message,
    fix: 'Create the directory (`atrium plugins create <id>` does so), or correct ATRIUM_PLUGINS.',
  })
}

type Homes = ReadonlyMap<string, string>

function rejectChangedIds(candidates: readonly PluginCandidate[], homes: Homes): PluginCandidate[] {
  const residents = new Map([...homes].map(([id, directory]) => [directory, id]))
  return candidates.map((candidate) => {
    const { manifest } = candidate
    const resident = manifest && residents.get(manifest.directory)
    if (!manifest || resident === undefined || resident === manifest.id) return candidate
    return rejected(candidate, pluginIdChanged(resident, manifest.id))
  })
}

function rejectTakenIds(candidates: readonly PluginCandidate[], homes: Homes): PluginCandidate[] {
  const atHome = candidates.filter(({ manifest }) => manifest && homes.get(manifest.id) === manifest.directory)
  const owners = new Map<string, string>()
  for (const { manifest, directory } of [...atHome, ...candidates]) {
    if (manifest && !owners.has(manifest.id)) owners.set(manifest.id, directory)
  }
  return candidates.map((candidate) => {
    const { manifest, directory } = candidate
    const owner = manifest && owners.get(manifest.id)
    if (!manifest || owner === undefined || owner === directory) return candidate
    return rejected(candidate, idTaken(manifest.id, owner))
  })
}

const rejected = ({ directory, manifest, findings }: PluginCandidate, finding: Diagnostic): PluginCandidate => ({
  directory,
  ...(manifest && { id: manifest.id }),
  findings: [...findings, finding],
})

function idTaken(id: string, owner: string): Diagnostic {
  return diagnose('plugin_id_taken', {
    message: `The plugin id [${id}] is already used by the plugin in [${owner}].`,
    where: { file: 'package.json', pointer: '/atrium/id' },
    fix: 'Give this plugin another id, or remove one of the two folders.',
  })
}

/** Not localeCompare: the order must be the same on every machine. */
function byCodePoint(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
