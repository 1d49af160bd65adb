import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readPluginManifest } from '../../host/plugins/manifest/read-plugin-manifest.ts'
import type { PluginManifest } from '../../host/plugins/manifest/plugin-manifest.ts'

/** Files by relative path; an object is written as JSON, `null` is a folder. */
export type PluginFiles = Record<string, string | object | null>

const dependencies = path.resolve(import.meta.dirname, '../../node_modules')

/** A plugin in a temporary directory, to be edited while a host has it loaded. */
export interface PluginDirectory extends AsyncDisposable {
  /** Absolute, symbolic links resolved. */
  readonly directory: string
  path: (file: string) => string
  write: (files: PluginFiles) => Promise<void>
  /** Saves as many editors do: writes a new file and moves it over the old one. */
  writeAtomically: (file: string, text: string) => Promise<void>
  rename: (from: string, to: string) => Promise<void>
  remove: (file: string) => Promise<void>
  /** Reads the manifest. Fails if the plugin has none. */
  manifest: () => Promise<PluginManifest>
}

/**
 * Creates a plugin with the id `fleet` whose source is `src/index.ts`, unless `files` say otherwise. `link` names packages of
 * this repository that its node_modules should link to.
 */
export async function createPluginDirectory(
  files: PluginFiles = {},
  { parent, name = 'fleet', link = [] }: { parent?: string; name?: string; link?: string[] } = {},
): Promise<PluginDirectory> {
  const root = await realpath(parent ?? (await mkdtemp(path.join(tmpdir(), 'atrium-plugin-'))))
  // The parent of a plugin directory is watched too; it should not be the shared folder of temporary files.
  const directory = path.join(root, parent === undefined ? 'plugins' : '', name)
  const plugin = openPluginDirectory(directory, { owned: parent === undefined ? root : directory })
  await plugin.write({ 'package.json': packageJson(), ...files })
  for (const dependency of link) await linkDependency(directory, dependency)
  return plugin
}

/** The package.json of a plugin `fleet`; `atrium` and other members may be added or replaced. */
export function packageJson({ atrium, ...members }: { atrium?: object; [member: string]: unknown } = {}): object {
  return {
    name: '@acme/atrium-fleet',
    version: '1.2.0',
    type: 'module',
    ...members,
    atrium: { id: 'fleet', title: 'Fleet', entry: './src/index.ts', ...atrium },
  }
}

function openPluginDirectory(directory: string, { owned }: { owned: string }): PluginDirectory {
  const absolute = (file: string) => path.join(directory, file)
  return {
    directory,
    path: absolute,
    write: async (files) => {
      for (const [file, content] of Object.entries(files)) await writeOne(absolute(file), content)
    },
    writeAtomically: async (file, text) => {
      await writeFile(absolute(`${file}.tmp`), text)
      await rename(absolute(`${file}.tmp`), absolute(file))
    },
    rename: (from, to) => rename(absolute(from), absolute(to)),
    remove: (file) => rm(absolute(file), { recursive: true }),
    manifest: () => requireManifest(directory),
    [Symbol.asyncDispose]: () => rm(owned, { recursive: true, force: true, maxRetries: 3 }),
  }
}

async function writeOne(file: string, content: string | object | null): Promise<void> {
  await mkdir(content === null ? file : path.dirname(file), { recursive: true })
  if (content === null) return
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}

async function linkDependency(directory: string, dependency: string): Promise<void> {
  const link = path.join(directory, 'node_modules', dependency)
  await mkdir(path.dirname(link), { recursive: true })
  await symlink(await realpath(path.join(dependencies, dependency)), link, 'dir')
}

async function requireManifest(directory: string): Promise<PluginManifest> {
  const { manifest, findings } = await readPluginManifest(directory)
  if (!manifest) throw new Error(`No plugin in [${directory}]: ${findings.map((finding) => finding.message).join(' ')}`)
  return manifest
}
