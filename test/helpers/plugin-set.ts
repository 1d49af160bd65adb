import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { PluginAction, PluginPlan, PluginStatus } from '@atrium/sdk/documents'
import { type Database, openDatabase } from '../../host/base/db/index.ts'
import type { PluginsConfig } from '../../host/plugins/supervise/decisions/plugin-decisions.ts'
import { KeyRing } from '../../host/base/secrets/key-ring.ts'
import { atEndOfTest } from './at-end.ts'
import { packageJson } from './plugin-directory.ts'
import { startPluginHost, type TestPluginHost } from './start-plugin-host.ts'
import { createTestDirectory } from './test-directory.ts'

/** A plugin of a set: it has one route, `/ping`, unless its source says otherwise. */
export interface SetPlugin {
  readonly version?: string
  readonly requires?: Readonly<Record<string, string>>
  readonly source?: string
  /** Further files by relative path. */
  readonly files?: Readonly<Record<string, string>>
  /** Further members of its package.json. */
  readonly members?: Readonly<Record<string, unknown>>
  /** Further members of `atrium` in it. */
  readonly atrium?: Readonly<Record<string, unknown>>
}

export interface PluginSetOptions {
  readonly active?: readonly string[]
  readonly settings?: PluginsConfig['settings']
  readonly watch?: boolean
  readonly safeMode?: boolean
  /** Default: a new empty SQLite database. */
  readonly database?: Database
}

/** Starts a host with these plugins and tries to load those in `active`. It is closed at the end of the test. */
export async function hostPluginSet(
  plugins: Readonly<Record<string, SetPlugin>>,
  options: PluginSetOptions = {},
): Promise<PluginSet> {
  const { directory, remove } = await createTestDirectory()
  const database = options.database ?? (await openDatabase({ dataDir: directory, sqlite: 'prebuilt' }))
  const set = new PluginSet(directory, { ...options, database })
  await mkdir(set.directory)
  for (const [id, plugin] of Object.entries(plugins)) await set.write(id, plugin)
  atEndOfTest(async () => {
    await set.host.close()
    if (!options.database) await database.close()
    await remove()
  })
  await set.start()
  return set
}

/** How one host of the set differs from the others. */
interface StartSetOptions {
  readonly safeMode?: boolean
  /** Default: the same for all. */
  readonly keys?: KeyRing
}

/** Several plugins in one directory, and a host for them without HTTP. */
export class PluginSet {
  /** The directory of the plugins. */
  readonly directory: string
  /** May be changed while the host is running; `host.plugins.reconfigure()` applies it. */
  readonly config: { active: readonly string[]; settings: PluginsConfig['settings'] }
  host!: TestPluginHost
  readonly #dataDir: string
  readonly #keys = new KeyRing(randomBytes(32))
  readonly #options: PluginSetOptions & { database: Database }

  constructor(dataDir: string, options: PluginSetOptions & { database: Database }) {
    const { active = [], settings = {} } = options
    this.#dataDir = dataDir
    this.#options = options
    this.directory = path.join(dataDir, 'plugins')
    this.config = { active, settings }
  }

  /** Starts a host and resolves when it has tried to load all plugins. */
  async start({ safeMode = this.#options.safeMode ?? false, keys = this.#keys }: StartSetOptions = {}): Promise<void> {
    const { database, watch = false } = this.#options
    const [dataDir, directories] = [this.#dataDir, [this.directory]]
    const config = () => this.config
    this.host = await startPluginHost({ database, dataDir, directories, config, watch, safeMode, keys })
    await this.host.plugins.refresh()
  }

  /** Closes the host and starts another with the same database, folders and configuration. */
  async restart(options: StartSetOptions = {}): Promise<void> {
    await this.host.close()
    await this.start(options)
  }

  /** Writes a plugin, or overwrites it. */
  async write(id: string, plugin: SetPlugin = {}, { folder = id }: { folder?: string } = {}): Promise<void> {
    const { version = '1.0.0', requires = {}, source = PING, files = {}, members, atrium } = plugin
    const manifest = packageJson({ version, ...members, atrium: { id, title: id, requires, ...atrium } })
    for (const [name, text] of Object.entries({ ...files, 'src/index.ts': source })) {
      const file = path.join(this.directory, folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, text)
    }
    await this.writePackage(folder, JSON.stringify(manifest))
  }

  /** Writes any text as a package.json, atomically. */
  async writePackage(folder: string, text: string): Promise<void> {
    const file = path.join(this.directory, folder, 'package.json')
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }

  remove(folder: string): Promise<void> {
    return rm(path.join(this.directory, folder), { recursive: true })
  }

  rename(from: string, to: string): Promise<void> {
    return rename(path.join(this.directory, from), path.join(this.directory, to))
  }

  status(id: string): PluginStatus | undefined {
    return this.host.registries.plugins.get(id)
  }

  /** `a active, b blocked` */
  states(): string {
    const all = this.host.registries.plugins.list()
    return all.map(({ id, state }) => `${id} ${state}`).join(', ')
  }

  /** The codes of a plugin's diagnostics. */
  codes(id: string): string[] {
    return (this.status(id)?.diagnostics ?? []).map(({ code }) => code)
  }

  serves(id: string): boolean {
    return this.host.registries.operations.has(id)
  }

  async ask(
    action: PluginAction,
    plugin: string,
    { cascade = false, dryRun = false }: { cascade?: boolean; dryRun?: boolean } = {},
  ): Promise<PluginPlan> {
    const plan = await this.host.plugins.change({ action, plugin, cascade, dryRun }, { by: 'test' })
    if (plan === undefined) throw new Error(`No plugin [${plugin}].`)
    return plan
  }
}

const PING = `export const register_routes = (routes) => routes.get('/ping', {}, () => 'pong')`

/** `activate b, activate a because of b` */
export const stepsOf = ({ steps }: PluginPlan): string =>
  steps
    .map(({ action, plugin, because }) => `${action} ${plugin}${because === undefined ? '' : ` for ${because}`}`)
    .join(', ')
