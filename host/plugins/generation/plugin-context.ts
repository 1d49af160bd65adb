import type { Channels, Files, Logger, PluginContext, PluginInfo } from '@atrium/sdk'
import type { Knex } from 'knex'
import type { EventBus } from '../../core/jobs/event-bus.ts'
import type { JobQueue } from '../../core/jobs/job-queue.ts'
import { onOwnAccount } from '../../core/jobs/on-own-account.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import type { Contributions } from './services/contributions.ts'
import { GenerationScope } from './services/generation-scope.ts'
import { pluginContributions } from './services/plugin-contributions.ts'
import { pluginEvents } from './services/plugin-events.ts'
import { pluginFiles } from './services/plugin-files.ts'
import { pluginJobs } from './services/plugin-jobs.ts'
import { pluginSecrets } from './services/plugin-secrets.ts'
import { pluginTimers } from './services/plugin-timers.ts'
import { CleanUp } from '../../base/lifetime/index.ts'
import { CommitGate } from './commit-gate.ts'
import { databaseAfterCommit } from './database-after-commit.ts'
import type { Hold } from '../../base/lifetime/index.ts'

/** What the host lends to every plugin. */
export interface HostServices {
  /** Inside a call, the call's connection. */
  readonly db: Knex
  readonly logFor: (plugin: string) => Logger
  readonly call: PluginContext['call']
  readonly call_each: PluginContext['call_each']
  readonly secrets: KeyRing
  readonly filesFor: (plugin: string) => Files
  readonly jobs: JobQueue
  readonly events: EventBus
  readonly contributions: Contributions
  /** Sends a frame to the subscribers of one of the plugin's topics. */
  readonly publishFor: (plugin: string) => Channels['publish']
}

/** A plugin's context and the strings that the host holds: commit opens it, dispose ends it. */
export interface OwnedContext {
  readonly context: PluginContext
  /** Opened at commit: the database answers, and declared timers, handlers and contributions start. */
  readonly gate: CommitGate
  /** What started then: it stops when the successor is committed. */
  readonly activities: CleanUp
  /** `on_dispose`: runs after the last request. */
  readonly disposal: CleanUp
  readonly hold: Hold
  /** Sends nothing before commit. */
  readonly publish: Channels['publish']
}

interface ContextOptions {
  readonly services: HostServices
  readonly settings: Record<string, unknown>
  /** The generation's own, which its signal aborts. */
  readonly fetch: typeof globalThis.fetch
  readonly hold: Hold
}

/** Makes what a plugin's functions get as `context` (design section 4). */
export function createPluginContext(manifest: PluginManifest, options: ContextOptions): OwnedContext {
  const { services, settings, fetch, hold } = options
  const plugin = manifest.id
  const gate = new CommitGate()
  const activities = new CleanUp()
  const disposal = new CleanUp()
  const scope = new GenerationScope({ plugin, lease: hold, gate, activities })
  const log = services.logFor(plugin)
  const context: PluginContext = {
    plugin: infoOf(manifest),
    settings: Object.freeze({ ...settings }),
    db: databaseAfterCommit(services.db, gate),
    log,
    fetch,
    call: async (method, path, options) => {
      scope.requireCommitted('context.call')
      const ask = () => services.call(method, path, options)
      return options?.on_own_account === true ? onOwnAccount(ask, scope) : ask()
    },
    call_each: async (...calls) => {
      scope.requireCommitted('context.call_each')
      return services.call_each(...calls)
    },
    secrets: pluginSecrets(services.secrets, plugin),
    files: pluginFiles(services.filesFor(plugin), scope),
    events: pluginEvents(services, scope),
    jobs: pluginJobs(services.jobs, scope),
    ...pluginContributions(services.contributions, scope),
    ...pluginTimers(scope, { log }),
    signal: hold.signal,
    on_dispose: (run) => disposal.add(run),
  }
  const publish: Channels['publish'] = (topic, frame) => {
    if (gate.isOpen) services.publishFor(plugin)(topic, frame)
  }
  return { context, gate, activities, disposal, hold, publish }
}

const infoOf = ({ id, title, package_name, version, description }: PluginManifest): PluginInfo => ({
  id,
  title,
  name: package_name,
  version,
  ...(description !== undefined && { description }),
})
