import { promisify } from 'node:util'
import type { PluginContext } from '@atrium/sdk'
import { SDK_VERSION } from '@atrium/sdk/host'
import { type HostOptions, packageVersion, shellDirectory } from './base/config/index.ts'
import type { Database, DatabaseHealth } from './base/db/index.ts'
import { SpareDescriptors } from './base/lifetime/index.ts'
import type { Auth } from './core/auth/index.ts'
import type { AccountLinks, RequiredMethods, SignInRoom } from './core/sign-in/index.ts'
import type { HostRoom } from './core/hosts/index.ts'
import type { JobRoom } from './core/jobs/index.ts'
import type { NotificationRoom } from './core/notifications/index.ts'
import type { Perform, PreviewAs } from './core/operations/index.ts'
import type { Registries } from './core/registries/index.ts'
import type { ToolRoom } from './core/tools/index.ts'
import type { UndoRoom } from './core/undo/index.ts'
import type { WebhookRoom } from './core/webhooks/index.ts'
import { createApp, type DispatchOptions, listen } from './doors/http/index.ts'
import { createMetrics } from './doors/metrics/index.ts'
import { createMcp } from './doors/mcp/index.ts'
import { createSite } from './doors/routes/index.ts'
import { publishPlatform } from './platform/index.ts'
import { createMigrate, createReset, createSeed, type PluginHost, type Quarantine } from './plugins/index.ts'

type Listening = Awaited<ReturnType<typeof listen>>

/** The rooms behind the doors. */
export interface DoorParts {
  readonly registries: Registries
  readonly database: Database
  readonly health: DatabaseHealth
  readonly auth: Auth
  readonly links: AccountLinks
  readonly required: RequiredMethods
  readonly identities: SignInRoom['identities']
  readonly perform: Perform
  readonly calls: Pick<PluginContext, 'call'>
  readonly tools: ToolRoom
  readonly preview: PreviewAs
  readonly plugins: PluginHost
  readonly quarantine: Quarantine
  readonly jobs: JobRoom['queue']
  readonly hosts: Pick<HostRoom, 'list' | 'id'>
  readonly undo: UndoRoom
  readonly webhooks: WebhookRoom
  readonly notifications: NotificationRoom
  readonly countSockets: () => number
}

interface DoorOptions
  extends
    Pick<HostOptions, 'port' | 'host' | 'basePath' | 'corsOrigins'>,
    Pick<DispatchOptions, 'limitCaller' | 'limitAddress' | 'turns' | 'log' | 'readSender'> {
  /** Allows operators to reset and to fill plugins. Default false. */
  readonly development?: boolean
}

/** The doors of a host that listens. */
export interface OpenDoors extends Pick<Listening, 'server' | 'url' | 'close'> {
  readonly mcp: ReturnType<typeof createMcp>
  /** The host has tried to activate every plugin: it is ready from now on. */
  readonly setStarted: () => void
}

/** Publishes the platform's own operations, pages and module, and listens. */
export async function openDoors(parts: DoorParts, options: DoorOptions): Promise<OpenDoors> {
  const { registries, database, health, auth, perform, preview, plugins } = parts
  const { log, development = false, limitCaller, limitAddress, turns, readSender, basePath, corsOrigins } = options
  const descriptors = new SpareDescriptors()
  let isStarted = false
  let countConnections = async () => 0
  const site = createSite({
    registries,
    perform,
    plugins,
    resetPlugin: development ? createReset({ plugins, registry: registries.plugins, database }) : undefined,
    migratePlugin: createMigrate({ plugins, quarantine: parts.quarantine, registry: registries.plugins, database }),
    seeds: createSeed({ plugins, registry: registries.plugins, database }),
    development,
    metrics: createMetrics({
      ...{ registries, database, countSockets: parts.countSockets, version: packageVersion },
      countConnections: () => countConnections(),
    }),
    findTrouble: async () => (descriptors.areLast ? 'too_many_open_files' : health.trouble()),
    findWarnings: () => parts.required.warnings(),
    isStarted: () => isStarted,
    shellDirectory,
    basePath,
  })
  publishPlatform(parts, { version: SDK_VERSION })
  const mcp = createMcp({ registries, tools: parts.tools, log, auth })
  const { authenticate, follow } = auth
  const admission = { limitCaller, limitAddress, turns, readSender }
  const app = createApp({ registries, perform, site, log, authenticate, follow, preview, ...admission })
  const { server, url, close } = await listen(app, {
    ...{ port: options.port, host: options.host, basePath, corsOrigins },
    ...{ log, descriptors },
  })
  countConnections = promisify(server.getConnections.bind(server))
  return { server, url, close, mcp, setStarted: () => void (isStarted = true) }
}
