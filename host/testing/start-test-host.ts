import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Host, startHost, type StartOptions } from '../host.ts'
import { platformMigrations } from '../open-storage.ts'
import { silentLogger } from '../base/log/index.ts'
import { keepBundles } from '../plugins/index.ts'
import { placeMigratedDatabase } from './migrated-database.ts'

/** How a test host differs from one in production. */
export interface TestHostOptions extends Partial<Omit<StartOptions, 'dataDir' | 'panelsFile'>> {
  /** Directories of single plugins, all of which are active. */
  readonly plugins?: readonly string[]
  /** Default: the panels operations, admin and accounting. */
  readonly panels?: readonly { id: string; title: string }[]
  readonly settings?: Record<string, object>
  /** Identity providers by id, as in panels.config.json. Default: none. */
  readonly providers?: Record<string, object>
  /** Default: a new temporary directory, removed on close. */
  readonly dataDir?: string
}

/** A real host on a free port, with its own data directory and a token with all permissions. */
export interface TestHost extends Host {
  readonly token: string
  readonly dataDir: string
  /** Calls `fetch` with the token and a path of the host. `json` is serialized and sets the content type. */
  request(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>
}

const PANELS = [
  { id: 'operations', title: 'Operations' },
  { id: 'admin', title: 'Administration' },
  { id: 'accounting', title: 'Accounting' },
]

const TOKEN = 'a-token-for-tests-that-may-do-everything'

/**
 * Starts a host for a test and waits until it has tried to activate its plugins. The test must close it.
 *
 * @throws Error if two folders that the host would search have a plugin of the same name
 */
export async function startTestHost(options: TestHostOptions = {}): Promise<TestHost> {
  keepBundles()
  const { plugins = [], panels = PANELS, settings = {}, providers = {}, ...given } = options
  if (given.pluginDirectories === undefined) requireOneFolderEach(plugins)
  const directory = await mkdtemp(path.join(tmpdir(), 'atrium-host-'))
  const panelsFile = path.join(directory, 'panels.config.json')
  const active = plugins.map((plugin) => path.basename(plugin))
  await writeFile(panelsFile, JSON.stringify({ panels, plugins: { active, settings }, sign_in: { providers } }))
  const dataDir = options.dataDir ?? path.join(directory, 'data')
  if (options.databaseUrl === undefined) await placeMigratedDatabase(dataDir, platformMigrations)
  const host = await startHost({
    port: 0,
    host: '127.0.0.1',
    secretKeys: [],
    pluginDirectories: [...new Set(plugins.map((plugin) => path.dirname(plugin)))],
    watch: false,
    safeMode: false,
    blockedSeconds: 0,
    blockedEndSeconds: 0,
    undoSeconds: 0,
    logLevel: 'silent',
    log: silentLogger,
    checkResponses: true,
    adminToken: TOKEN,
    ...given,
    dataDir,
    panelsFile,
  })
  await host.ready
  return {
    ...host,
    token: TOKEN,
    dataDir,
    request: (to, init) => request(host.url + to, init),
    close: async () => {
      await host.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The host takes the first of two folders by its path, so the test would pass or fail depending on where the repository is. */
function requireOneFolderEach(plugins: readonly string[]): void {
  const folders = new Set(plugins.map((plugin) => path.dirname(plugin)))
  for (const plugin of plugins) {
    const name = path.basename(plugin)
    const other = [...folders].find((folder) => folder !== path.dirname(plugin) && existsSync(path.join(folder, name)))
    if (other !== undefined)
      throw new Error(`The plugin [${plugin}] is also in [${other}]. Put the plugins of the test into one folder.`)
  }
}

function request(url: string, { json, ...init }: RequestInit & { json?: unknown } = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${TOKEN}`)
  if (json === undefined) return fetch(url, { ...init, headers })
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  return fetch(url, { ...init, headers, body: JSON.stringify(json) })
}
