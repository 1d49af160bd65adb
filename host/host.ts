import { type HostOptions, leaveHostFile, packageVersion } from './base/config/index.ts'
import { DatabaseHealth } from './base/db/index.ts'
import { EgressRule, guardConnections } from './base/egress/index.ts'
import { createFiles } from './base/files/index.ts'
import { CleanUp } from './base/lifetime/index.ts'
import type { HostLogger } from './base/log/index.ts'
import { openKeyRing } from './base/secrets/index.ts'
import { createAuth, createReadSender, createSecret } from './core/auth/index.ts'
import { createBulkRoom } from './core/bulk/index.ts'
import { createHosts } from './core/hosts/index.ts'
import { createJobs } from './core/jobs/index.ts'
import { newBrowser, openNotifications, PLATFORM } from './core/notifications/index.ts'
import {
  CallerTurns,
  createCalls,
  createPreview,
  declareOperation,
  reportBrokenConditions,
  watchOutgoingRequests,
} from './core/operations/index.ts'
import { Registries } from './core/registries/index.ts'
import { SearchIndexes } from './core/search/index.ts'
import { createSignIn } from './core/sign-in/index.ts'
import { createTools } from './core/tools/index.ts'
import { createUndoRoom } from './core/undo/index.ts'
import { presentWebhookEgress, WebhookRoom } from './core/webhooks/index.ts'
import type { DispatchOptions } from './doors/http/index.ts'
import { explainMissingNamespace, explainMissingRoute, PERMISSIONS } from './doors/routes/index.ts'
import { createGateway, type GatewayOptions } from './doors/ws/index.ts'
import { createServices } from './create-services.ts'
import { openDoors } from './open-doors.ts'
import { limitOf, openStorage, sweepRows } from './open-storage.ts'
import { noteProviderChange } from './platform/index.ts'
import { repeatWork } from './repeat-work.ts'
import {
  createPluginHost,
  DesiredPlugins,
  followPanelsConfig,
  presentEgress,
  Quarantine,
  startWatchdog,
} from './plugins/index.ts'

/** The options of a host in process. Request limits are options for benchmarks and tests only, not environment variables. */
export interface StartOptions extends HostOptions, Pick<DispatchOptions, 'limitCaller' | 'limitAddress'> {
  readonly log: HostLogger
  /** Validates every answer against its schema, for development and tests. Default false. */
  readonly checkResponses?: boolean
  /** Allows operators to reset a plugin, which destroys its data, and to fill it with example data. Default false. */
  readonly development?: boolean
  /** Does not list this host among those of its database: it runs for one command. Default false. */
  readonly isTemporary?: boolean
  /** Milliseconds allowed for loading a plugin and for each function that it exports. Default 10,000. */
  readonly stageLimit?: number
  /** Handlers and statements without a time limit, and callers that do not take turns on the database: to measure what these cost. Default false. */
  readonly unlimited?: boolean
}

/** A running host. */
export interface Host {
  /** Without a trailing slash, such as `http://127.0.0.1:3000`. */
  readonly url: string
  /** Where people reach it: the public address with the base path, or the one that it listens on, as `localhost` on this machine. */
  readonly publicUrl: string
  readonly registries: Registries
  /** Resolves once the host has tried to activate every desired plugin. */
  readonly ready: Promise<void>
  /** At the public address. Works once, within 24 hours. Undefined once somebody has a password. */
  readonly signInLink: string | undefined
  /** Reports an error that nothing caught to the plugin in whose code or work it arose. Returns false if it is the host's own. */
  takeStray(error: unknown): boolean
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
  const { log, limitAddress } = options
  const registries = new Registries()

  const config = await followPanelsConfig(options.panelsFile, { ...options, registries })
  closing.add(config.close)

  const database = await openStorage(options, closing)

  const cliToken = createSecret().text
  const keys = await openKeyRing({ ...options, log })
  let url = ''
  const auth = await createAuth({ ...options, database, cliToken })
  closing.add(() => auth.close())
  const told = openNotifications({ ...options, database, registries, auth })
  closing.add(told.close)
  const notifications = told.room
  const signIn = createSignIn({
    onNewDevice: (device) => notifications.send(PLATFORM, newBrowser(device)),
    onPersonChange: (change) => noteProviderChange(database, change),
    ...{ auth, database, log, keys, mail: options.mail },
    publicUrl: () => publicUrlOf(options) ?? localName(url),
    providers: () =>
      Object.entries(config.current().sign_in.providers).map(([id, provider]) => ({
        ...{ ...provider, id, secret: options.oidcSecrets?.[id] },
      })),
  })
  const authOperations = signIn.routes.map((route) =>
    declareOperation('auth', route, { auditsRefusals: route.options.open === true }),
  )
  registries.publishOperations('auth', authOperations)

  const { findings, vitals } = registries
  const known = { plugins: registries.plugins, keys: keys.keys, version: packageVersion }
  const hosts = createHosts({ ...options, ...known, database, log })
  const { jobBacklog: backlog, jobDays: days } = options
  const jobs = await createJobs({ database, log, findings, vitals, backlog, days, eventLimit: limitOf(options) })
  closing.add(() => jobs.close())
  const shared = { registries, database, log, queue: jobs.queue, auth, keys, notifications }
  const bulk = await createBulkRoom({ ...shared, perform: (request) => perform(request) })
  const { undoHours: hours = 24, undoSeconds: seconds = 15 } = options
  const undoing = { database, keys, operations: registries.operations, hours, seconds, jobs: jobs.queue }
  const undo = createUndoRoom({ ...undoing, registries, perform: (request) => perform(request) })
  const webhooks = new WebhookRoom({ ...options, database, keys, jobs, log, version: packageVersion })
  await webhooks.begin()
  closing.add(() => webhooks.close())
  const { perform, calls } = createCalls({
    ...{ database, log, operations: registries.operations, findings: registries.findings, background: bulk },
    ...{ checkResponses: options.checkResponses ?? false, budget: options.errorBudget, handlerLimit: limitOf(options) },
    ...{ uses: auth.grantUse, undo: undo.notes },
    explain: (method, path) => explainMissingRoute(registries, method, path),
  })
  closing.add(watchOutgoingRequests(database, registries.findings))
  closing.add(reportBrokenConditions(registries.findings))

  const tools = createTools({ registries, perform, log, database })

  const explain: GatewayOptions['explain'] = (...missing) => explainMissingNamespace(registries, ...missing)
  const preview = createPreview({ auth, database })
  const turns = new CallerTurns(options)
  const seen = { perform, preview, explain, turns, permissions: PERMISSIONS }
  const readSender = createReadSender({ ...options, isHttps: isReachedByHttps(options) })
  const gateway = createGateway({ registries, auth, database, log, limitAddress, readSender, notifications, ...seen })

  const files = createFiles({ ...options, database, apart: hosts.apart })
  closing.add(guardConnections(presentSubject))
  const searches = new SearchIndexes({ database, log })
  closing.add(() => searches.close())
  const quarantine = new Quarantine({ dataDir: options.dataDir, log })
  closing.add(quarantine.begin())
  const desired = new DesiredPlugins(database)
  const plugins = await createPluginHost({
    ...{ quarantine, searches },
    registries,
    database,
    log,
    services: {
      ...calls,
      ...createServices({ registries, database, jobs, files, keys, log }),
      publishFor: gateway.publishFor,
      ...{ notifications, egress: new EgressRule(options.egressAllow), undo: undo.notes !== undefined },
      tools: tools.offered,
      accounts: auth,
    },
    watch: options.watch,
    directories: options.pluginDirectories,
    desired,
    config: () => config.current().plugins,
    safeMode: options.safeMode,
    stageLimit: options.stageLimit,
  })
  closing.add(() => plugins.close())
  closing.add(startWatchdog({ ...options, onBlock: (block) => plugins.strayErrors.takeBlock(block) }))

  const { links, required, identities } = signIn
  const health = new DatabaseHealth(database, { log })
  const doors = await openDoors(
    {
      ...{ registries, database, auth, links, required, identities, perform, calls, tools, preview, plugins },
      ...{ jobs: jobs.queue, undo, webhooks, notifications, countSockets: gateway.countSockets },
      ...{ hosts, health, quarantine },
    },
    { ...options, turns, readSender },
  )
  closing.add(() => doors.close())
  url = doors.url
  doors.server.on('upgrade', gateway.upgrade)
  closing.add(() => gateway.close())
  closing.add(() => doors.mcp.close())
  await hosts.begin({ address: doors.url })
  closing.add(hosts.close)
  closing.add(await leaveHostFile(options.dataDir, { url: doors.url, token: cliToken, log }))
  const rows = { sweep: () => sweepRows(database, options) }
  const swept = [auth, signIn, jobs, bulk, undo, webhooks, notifications, files, hosts, rows]
  repeatWork({ database, health, plugins, desired, swept, vitals, log }, closing)

  const ready = plugins.refresh().then(hosts.setReady).then(doors.setStarted)
  config.onChange(() => plugins.reconfigure())
  closing.add(config.onChange(() => void required.review()))
  await required.review()
  const signInLink = await signIn.signInLink(publicUrlOf(options) ?? doors.url)
  return {
    url: doors.url,
    publicUrl: publicUrlOf(options) ?? localName(doors.url),
    registries,
    ready,
    signInLink,
    takeStray: (error) => plugins.strayErrors.take(error),
    close: () => close(closing),
  }
}

/** Whose connections the egress rule limits. One for all hosts of a process. */
const presentSubject = () => presentWebhookEgress() ?? presentEgress()

/** Whether people reach the host over https, perhaps through a proxy: as its public address says. */
const isReachedByHttps = ({ publicUrl = '' }: StartOptions) => publicUrl.startsWith('https:')

/** Where people reach the host, with the base path. */
const publicUrlOf = ({ publicUrl, basePath = '' }: StartOptions) => publicUrl && publicUrl + basePath

/** Browsers allow passkeys at `localhost` but not at addresses without a name. */
const localName = (url: string) => url.replace('//127.0.0.1', '//localhost').replace('//[::1]', '//localhost')

async function close(closing: CleanUp): Promise<void> {
  const errors = await closing.run()
  if (errors.length > 0) throw new AggregateError(errors, 'The host could not close everything.')
}
