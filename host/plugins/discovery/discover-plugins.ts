import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../errors/index.ts'
import type { PluginManifest } from './plugin-manifest.ts'
import { readPluginManifest } from './read-plugin-manifest.ts'

/** A folder in a plugin directory: a plugin if it has a manifest, else rejected for the errors among its findings. */
export interface PluginCandidate {
  /** As found; `manifest.directory` has symbolic links resolved. */
  directory: string
  manifest?: PluginManifest
  findings: Diagnostic[]
}

/** Every candidate, sorted by directory, and what is wrong with the plugin directories themselves. */
export interface PluginDiscovery {
  candidates: PluginCandidate[]
  findings: Diagnostic[]
}

/**
 * Looks through the plugin directories (`ATRIUM_PLUGINS`) and reads every folder in them except dotfolders and node_modules.
 * Of two plugins with one id the first by directory is kept. Never throws.
 */
export async function discoverPlugins(directories: readonly string[]): Promise<PluginDiscovery> {
  const listings = await Promise.all([...new Set(directories.map((directory) => path.resolve(directory)))].map(list))
  const folders = listings.flatMap((listing) => listing.folders).sort(byCodePoint)
  const candidates = await Promise.all(
    folders.map(async (directory) => ({ directory, ...(await readPluginManifest(directory)) })),
  )
  return { candidates: rejectTakenIds(candidates), findings: listings.flatMap((listing) => listing.findings) }
}

async function list(directory: string): Promise<{ folders: string[]; findings: Diagnostic[] }> {
  try {
    const entries = await readdir(directory, { withFileTypes: true })
    const kept = await Promise.all(entries.map((entry) => isCandidate(directory, entry)))
    const folders = entries.filter((_, index) => kept[index]).map((entry) => path.join(directory, entry.name))
    return { folders, findings: [] }
  } catch (error) {
    return { folders: [], findings: [unreadableDirectory(directory, error as Error)] }
  }
}

/** A symbolic link that leads nowhere stays a candidate, so that it is reported. */
async function isCandidate(directory: string, entry: Dirent): Promise<boolean> {
  if (entry.name.startsWith('.') || entry.name === 'node_modules') return false
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  const target = await stat(path.join(directory, entry.name)).catch(() => undefined)
  return target?.isDirectory() ?? true
}

function unreadableDirectory(directory: string, error: Error): Diagnostic {
  return diagnose('plugin_directory_unreadable', {
    message: `The plugin directory [${directory}] cannot be read, so it gives no plugins.`,
    cause: error.message,
    fix: 'Create the directory, or correct ATRIUM_PLUGINS.',
  })
}

function rejectTakenIds(candidates: PluginCandidate[]): PluginCandidate[] {
  const owners = new Map<string, string>()
  return candidates.map(({ manifest, ...rejected }) => {
    if (!manifest) return rejected
    const owner = owners.get(manifest.id)
    if (owner !== undefined) return { ...rejected, findings: [...rejected.findings, idTaken(manifest.id, owner)] }
    owners.set(manifest.id, rejected.directory)
    return { ...rejected, manifest }
  })
}

function idTaken(id: string, owner: string): Diagnostic {
  return diagnose('plugin_id_taken', {
    message: `The plugin id [${id}] is taken by the plugin in [${owner}].`,
    where: { file: 'package.json', pointer: '/atrium/id' },
    fix: 'Give this plugin another id, or remove one of the two folders.',
  })
}

/** Not localeCompare: the order must be the same on every machine. */
function byCodePoint(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
