import { authMigrations, createAuth, createSecret } from './core/auth/index.ts'
import type { HostOptions } from './base/config/index.ts'
import { writeHostFile, shellDirectory } from './base/config/index.ts'
import { migrate, openDatabase } from './base/db/index.ts'
import { createFiles } from './base/files/index.ts'
import { createApp } from './doors/http/index.ts'
import type { DispatchOptions } from './doors/http/index.ts'
import { listen } from './doors/http/index.ts'
import { createJobs, jobMigrations } from './core/jobs/index.ts'
import type { HostLogger } from './base/log/index.ts'
import { createMcp } from './doors/mcp/index.ts'
import { createCall } from './core/operations/index.ts'
import { createPerformMany } from './core/operations/index.ts'
import { createPerform } from './core/operations/index.ts'
import { createValidators } from './core/operations/index.ts'
import { declareOperation } from './core/operations/index.ts'
import { operationMigrations } from './core/operations/index.ts'
import { sweepIdempotency } from './core/operations/index.ts'
import {
  DesiredPlugins,
  pluginMigrations,
  createReset,
  createSeed,
  createPluginHost,
  pluginLogger,
  Contributions,
  followPanelsConfig,
} from './plugins/index.ts'
import { CleanUp, repeat } from './base/lifetime/index.ts'
import { Registries } from './core/registries/index.ts'
import { createSite } from './doors/routes/index.ts'
import { PERMISSIONS } from './doors/routes/index.ts'
import { explainMissingNamespace, explainMissingRoute } from './doors/routes/index.ts'
import { openKeyRing } from './base/secrets/index.ts'
import { createGateway } from './doors/ws/index.ts'

const HOUR = 60 * 60_000

/** Milliseconds between checks for decisions about plugins made on other hosts. */
const CATCH_UP = 2_000

/** The options of a host in process. Request limits are options for benchmarks and tests only, not environment variables. */
export interface StartOptions extends HostOptions, Pick<DispatchOptions, 'limitCaller' | 'limitAddress'> {
  readonly log: HostLogger
  /** Validates every answer against its schema, for development and tests. Default false. */
  readonly checkResponses?: boolean
  /** Allows operators to reset a plugin, which destroys its data, and to fill it with example data. Default false. */
  readonly development?: boolean
  /** Milliseconds allowed for loading a plugin and for each function that it exports. Default 10,000. */
  readonly stageLimit?: number
}

/** A running host. */
export interface Host {
  /** Without a trailing slash, such as `http://127.0.0.1:3000`. */
  readonly url: string
  readonly registries: Registries
  /** Resolves once the host has tried to activate every desired plugin. */
  readonly ready: Promise<void>
  /** Works once, within 24 hours. Undefined once somebody has a password. */
  readonly signInLink: string | undefined
  /** Waits for running requests, stops the plugins and closes the database. */
  close(): Promise<void>
}

/**
 * Starts a host. This is the composition root: it creates the rooms, connects them, and registers the close of each where it is
 * created. Plugins are loaded after the server listens, so a hanging plugin blocks neither the others nor the probes.
 * @throws ConfigError, DatabaseError, or the error of `listen`; everything is closed again by then
 */
export async function startHost(options: StartOptions): Promise<Host> {
  const closing = new CleanUp()
  try {
    return await start(options, closing)
  } catch (error) {
    await closing.run()
    throw error
  }
}

async function start(options: StartOptions, closing: CleanUp): Promise<Host> {
  const { log, checkResponses = false, development = false, limitCaller, limitAddress, stageLimit } = options
  const registries = new Registries()

  const config = await followPanelsConfig(options.panelsFile, { registries, log, watch: options.watch })
  closing.add(config.close)

  const database = await openDatabase({ ...databaseOptions(options), log })
  closing.add(() => database.close())
  await migrate({
    database,
    owner: 'platform',
    migrations: [...authMigrations, ...operationMigrations, ...jobMigrations, ...pluginMigrations],
    log,
  })

  const cliToken = createSecret().text
  const auth = await createAuth({ database, log, adminToken: options.adminToken, cliToken })
  closing.add(() => auth.close())

  const { operations } = registries
  const validators = createValidators({ log })
  const perform = createPerform({ database, operations, validators, log, checkResponses })
  registries.publishOperations(
    'auth',
    auth.routes.map((route) => declareOperation('auth', route)),
  )

  const gateway = createGateway({
    registries,
    auth,
    database,
    permissions: PERMISSIONS,
    explain: (namespace, owner) => explainMissingNamespace(registries, namespace, owner),
    log,
    limitAddress,
  })

  const jobs = await createJobs({ database, log })
  closing.add(() => jobs.close())
  const keys = await openKeyRing({ ...options, log })
  const titleOf = (plugin: string) => registries.plugins.get(plugin)?.title ?? plugin

  const plugins = await createPluginHost({
    registries,
    database,
    log,
    services: {
      db: database.context,
      logFor: (plugin) => pluginLogger(log, plugin),
      ...createCall({
        operations,
        perform,
        performMany: createPerformMany({ database, perform, validators, log, checkResponses }),
        explain: (method, path) => explainMissingRoute(registries, method, path),
      }),
      secrets: keys,
      filesFor: createFiles({ ...options, database }).filesFor,
      jobs: jobs.queue,
      events: jobs.events,
      contributions: new Contributions({
        ...{ database, log, titleOf },
        withholdOf: (plugin) => registries.withholdOf(plugin),
      }),
      publishFor: gateway.publishFor,
    },
    watch: options.watch,
    directories: options.pluginDirectories,
    desired: new DesiredPlugins(database),
    config: () => config.current().plugins,
    safeMode: options.safeMode,
    stageLimit,
  })
  closing.add(() => plugins.close())

  let isStarted = false
  const site = createSite({
    registries,
    perform,
    plugins,
    resetPlugin: development ? createReset({ plugins, registry: registries.plugins, database }) : undefined,
    seeds: createSeed({ plugins, registry: registries.plugins, database }),
    development,
    pingDatabase: () => database.ping(),
    isStarted: () => isStarted,
    shellDirectory,
  })
  const mcp = createMcp({ registries, perform, log })
  const { authenticate } = auth
  const app = createApp({ registries, perform, site, log, authenticate, limitCaller, limitAddress })
  const server = await listen(app, { port: options.port, host: options.host })
  closing.add(() => server.close())
  server.server.on('upgrade', gateway.upgrade)
  closing.add(() => gateway.close())
  closing.add(() => mcp.close())
  closing.add(await leaveHostFile(server.url, cliToken, options))

  const sweep = async () => void (await Promise.all([auth.sweep(), sweepIdempotency(database), jobs.sweep()]))
  closing.add(repeat(HOUR, sweep, { onError: (error) => log.error({ err: error }, 'sweeping failed') }))

  if (database.dialect === 'postgres') {
    const onError = (error: unknown) =>
      log.error({ err: error }, 'decisions about plugins cannot be read; the host will retry')
    closing.add(repeat(CATCH_UP, () => plugins.catchUp(), { onError }))
  }

  const ready = plugins.refresh().then(() => {
    isStarted = true
  })
  config.onChange(() => plugins.reconfigure())
  return {
    url: server.url,
    registries,
    ready,
    signInLink: await auth.signInLink(server.url),
    close: () => close(closing),
  }
}

/** A host that cannot write its file still serves; only the command line does not find it. */
async function leaveHostFile(url: string, token: string, { dataDir, log }: StartOptions): Promise<() => Promise<void>> {
  try {
    return await writeHostFile(dataDir, { url, token, pid: process.pid, started_at: new Date().toISOString() })
  } catch (error) {
    log.warn(
      { err: error, dataDir },
      'host.json cannot be written; use --url and --token to reach this host from the command line',
    )
    return () => Promise.resolve()
  }
}

const databaseOptions = ({ dataDir, databaseUrl, sqlite }: HostOptions) => ({
  dataDir,
  ...(databaseUrl !== undefined && { url: databaseUrl }),
  ...(sqlite && { sqlite }),
})

async function close(closing: CleanUp): Promise<void> {
  const errors = await closing.run()
  if (errors.length > 0) throw new AggregateError(errors, 'The host could not close everything.')
}
