import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import { checkPluginManifest, sdkRange } from './check-plugin-manifest.ts'
import { isObject, readPackageJson } from './read-package-json.ts'
import { rememberPackage, withPosition } from './package-place.ts'
import type { PluginManifest } from './plugin-manifest.ts'

/** The export conditions that apply to a plugin: those that Node uses for `import`. */
const CONDITIONS = ['.', 'node', 'import', 'module-sync', 'default']

/**
 * Finds the plugin's entry file: `atrium.entry` if that file exists, or else the file in `exports` or `main`.
 * `tried` lists the paths that were checked, relative to the directory.
 */
async function findPluginEntry(
  directory: string,
  packageJson: Record<string, unknown>,
): Promise<{ entry?: string; tried?: string[] }> {
  const declared = isObject(packageJson.atrium) ? packageJson.atrium.entry : undefined
  const published = packageJson.exports === undefined ? packageJson.main : exportTarget(packageJson.exports)
  const tried = [declared, published].filter((target) => typeof target === 'string')
  for (const target of tried) {
    const entry = path.resolve(directory, target)
    if (await isFile(entry)) return { entry, tried }
  }
  return { tried }
}

function exportTarget(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports
  if (Array.isArray(exports)) return exports.map(exportTarget).find((target) => target !== undefined)
  if (!isObject(exports)) return undefined
  const targets = Object.keys(exports)
    .filter((key) => CONDITIONS.includes(key))
    .map((key) => exportTarget(exports[key]))
  return targets.find((target) => target !== undefined)
}

async function isFile(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined)
  return stats?.isFile() ?? false
}

const DEFAULT_DRAIN_SECONDS = 30

/** A manifest or errors. Either may come with warnings. */
export interface ManifestReading {
  manifest?: PluginManifest
  /** The id that a rejected package.json declares, if it does. */
  id?: string
  findings: Diagnostic[]
}

/** Reads the plugin manifest in a folder. Never throws: problems become findings. */
export async function readPluginManifest(folder: string): Promise<ManifestReading> {
  const directory = await realpath(folder).catch(() => folder)
  const reading = await readPackageJson(directory)
  if ('finding' in reading) return { findings: [reading.finding] }
  const found = checkPluginManifest(reading.package)
  const isPlugin = !found.some((finding) => finding.code === 'manifest_not_a_plugin')
  const { entry, tried } = isPlugin ? await findPluginEntry(directory, reading.package) : {}
  if (isPlugin && entry === undefined) found.push(entryMissing(tried ?? []))
  const findings = found.map((finding) => withPosition(finding, reading.text))
  if (entry === undefined || findings.some((finding) => finding.severity === 'error'))
    return { ...declaredId(reading.package), findings }
  const manifest = createManifest(reading.package as unknown as CheckedPackage, { directory, entry })
  rememberPackage(manifest, { text: reading.text, warnings: findings })
  return { manifest, findings }
}

const declaredId = ({ atrium }: Record<string, unknown>) =>
  isObject(atrium) && typeof atrium.id === 'string' ? { id: atrium.id } : {}

/** A package.json that passed the check. */
interface CheckedPackage {
  name: string
  version: string
  description?: unknown
  atrium: Pick<PluginManifest, 'id' | 'settings'> &
    Partial<
      Pick<PluginManifest, 'title' | 'elements' | 'requires' | 'roles' | 'events' | 'acts_for_people' | 'drain_seconds'>
    >
}

function createManifest(
  packageJson: CheckedPackage,
  { directory, entry }: Pick<PluginManifest, 'directory' | 'entry'>,
): PluginManifest {
  const { atrium, name, version, description } = packageJson
  return {
    id: atrium.id,
    title: atrium.title ?? titleOf(atrium.id),
    version,
    package_name: name,
    ...(typeof description === 'string' && { description }),
    directory,
    entry,
    ...(atrium.elements !== undefined && { elements: path.resolve(directory, atrium.elements) }),
    requires: atrium.requires ?? {},
    ...(atrium.settings && { settings: atrium.settings }),
    ...(atrium.roles && { roles: atrium.roles }),
    ...(atrium.events && { events: atrium.events }),
    ...(atrium.acts_for_people === true && { acts_for_people: true }),
    drain_seconds: atrium.drain_seconds ?? DEFAULT_DRAIN_SECONDS,
    sdk_range: sdkRange({ ...packageJson }) as string,
  }
}

/** `ai-agents` becomes `Ai agents`. */
function titleOf(id: string): string {
  const words = id.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function entryMissing(tried: string[]): Diagnostic {
  const named = tried.map((target) => `[${target}]`).join(' and ')
  return diagnose('entry_missing', {
    message: named
      ? `The plugin has no file to load: there is none at ${named}.`
      : 'The plugin has no file to load: package.json names neither [atrium.entry] nor [exports].',
    where: { file: 'package.json', pointer: '/atrium/entry' },
    cause: named ? `There is no file at ${named}.` : 'The package.json has neither "atrium.entry" nor "exports".',
    fix: 'Build the plugin if "exports" names a build output, or set "atrium.entry" to its source file.',
  })
}
