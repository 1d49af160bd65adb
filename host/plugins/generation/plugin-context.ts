import type { Channels, Files, Logger, PluginContext } from '@atrium/sdk'
import {
  DeclarationError,
  type Origin,
  origin_of,
  type PluginInfo,
  require_function,
  require_no_more,
  require_number,
} from '@atrium/sdk/host'
import type { Knex } from 'knex'
import { classifyDatabaseError, type UseGate } from '../../base/db/index.ts'
import type { EgressRule } from '../../base/egress/index.ts'
import { CleanUp, once, repeat } from '../../base/lifetime/index.ts'
import type { Hold } from '../../base/lifetime/index.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import type { EventBus, JobQueue } from '../../core/jobs/index.ts'
import { onOwnAccount } from '../../core/jobs/index.ts'
import type { RuntimeFindings } from '../../core/registries/index.ts'
import type { Finding } from '../compile/checks/finding.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import type { Contributions } from './contributions.ts'
import { pluginContributions } from './contributions.ts'
import { GenerationScope, CommitGate, type NamedService } from './generation-scope.ts'
import { type AgentServices, pluginAgents } from './plugin-agents.ts'
import { pluginEvents, pluginJobs, watched } from './plugin-jobs.ts'
import { type NotificationServices, pluginNotifications } from './plugin-notifications.ts'
import { pluginSecrets } from './plugin-secrets.ts'
import { pluginSettings } from './plugin-settings.ts'
import { TimerTurns } from './timer-turns.ts'

/** The services that the host provides to every plugin. */
export interface HostServices extends AgentServices, NotificationServices {
  /** Makes a plugin's `context.db`: inside a call, the call's connection. It may not be used while the gate is closed. */
  readonly dbFor: (gate: UseGate, plugin: string) => Knex
  /** The addresses that plugins may connect to. Default: public addresses only. */
  readonly egress?: EgressRule
  /** Whether changes can be undone. Default true. */
  readonly undo?: boolean
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

/** A plugin's context, and the handles by which the host commits and disposes of it. */
export interface OwnedContext {
  readonly context: PluginContext
  /** Opened at commit: the database becomes available, and declared timers, handlers and contributions start. */
  readonly gate: CommitGate
  /** Started at commit, stopped when the successor is committed. */
  readonly activities: CleanUp
  /** `on_dispose`: runs after the last request. */
  readonly disposal: CleanUp
  readonly hold: Hold
  /** The names under which the plugin registered something. */
  readonly named: readonly NamedService[]
  /** Whether a value undoes a call of this context. */
  readonly isUndo: (value: unknown) => boolean
  /** The undeclared settings that the plugin has read since the last call. */
  readonly takeUnknownSettings: () => readonly Finding[]
  /** Sends nothing before commit. */
  readonly publish: Channels['publish']
}

interface ContextOptions {
  readonly services: HostServices
  readonly settings: Record<string, unknown>
  readonly findings: RuntimeFindings
  /** The generation's own `fetch`, aborted by its signal. */
  readonly fetch: typeof globalThis.fetch
  readonly hold: Hold
}

/** Makes the `context` that a plugin's functions are called with (ARCHITECTURE: Plugins). */
export function createPluginContext(manifest: PluginManifest, options: ContextOptions): OwnedContext {
  const { services, settings, findings, fetch, hold } = options
  const plugin = manifest.id
  const gate = new CommitGate()
  const activities = new CleanUp()
  const disposal = new CleanUp()
  const scope = new GenerationScope({ plugin, lease: hold, gate, activities, findings })
  const log = services.logFor(plugin)
  const own = pluginSettings(manifest, settings, scope)
  const context: PluginContext = {
    plugin: infoOf(manifest),
    settings: own.settings,
    db: services.dbFor(gate, plugin),
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
    events: pluginEvents({ ...services, forOthers: new Set(manifest.events) }, scope),
    jobs: pluginJobs(services.jobs, scope),
    notifications: pluginNotifications(services, scope),
    ...pluginContributions(services.contributions, scope),
    ...pluginAgents(services, scope, manifest),
    ...pluginTimers(scope, { log }),
    signal: hold.signal,
    on_dispose: (run) => scope.undo(disposal.add(require_function('on_dispose', run, 'on_dispose(() => …)'))),
  }
  const publish: Channels['publish'] = (topic, frame, options) => {
    if (gate.isOpen) services.publishFor(plugin)(topic, frame, options)
  }
  const { takeUnknown: takeUnknownSettings } = own
  const isUndo = scope.isUndo.bind(scope)
  return { context, gate, activities, disposal, hold, named: scope.named, isUndo, takeUnknownSettings, publish }
}

const infoOf = ({ id, title, package_name, version, description }: PluginManifest): PluginInfo => ({
  id,
  title,
  name: package_name,
  version,
  ...(description !== undefined && { description }),
})

/** The plugin's files, available after the commit. */
function pluginFiles(files: Files, scope: GenerationScope): Files {
  const committed = () => {
    scope.requireCommitted('context.files')
    return files
  }
  return {
    put: (...put) => watched('context.files.put(…)', async () => committed().put(...put)),
    open: async (key) => committed().open(key),
    delete: async (key) => committed().delete(key),
    sweep: async (in_use) => committed().sweep(in_use),
  }
}

/** The most timers of `every` that one plugin may have at once. Ten thousand that only increment a counter keep a small machine busy. */
const MOST_REPEATED = 1_000

/** `context.every` and `context.after` of one generation. Their callbacks hold the generation, take turns and run as the plugin itself. */
function pluginTimers(scope: GenerationScope, { log }: { log: Logger }): Pick<PluginContext, 'every' | 'after'> {
  const reportAs = (timer: string, at: Origin) => (error: unknown) => {
    log.error('A timer failed.', { error })
    scope.report({ code: 'timer_failed', work: `timer ${timer}`, error, at })
  }
  const logBusy = (error: unknown) => log.warn('A timer gave up: the database was busy. It runs again.', { error })
  const turns = new TimerTurns(scope.lease.signal)
  let repeated = 0
  const owned = (timer: string, run: () => void | Promise<void>) => () =>
    turns.take(() => onOwnAccount(() => scope.watch(`timer ${timer}`, run), scope))
  return {
    every: (milliseconds, run, ...others: unknown[]) => {
      require_timer('every', milliseconds, run)
      require_no_more('every', others)
      const timer = `every ${milliseconds / 1000} s`
      const report = reportAs(timer, origin_of())
      const onError = (error: unknown) => (isBusy(error) ? logBusy(error) : report(error))
      if (repeated >= MOST_REPEATED) throw tooManyTimers(milliseconds)
      repeated += 1
      const hurried = milliseconds < HURRIED ? hurriedTimer(timer, milliseconds) : undefined
      const stop = scope.schedule(() => {
        if (hurried) scope.report(hurried)
        return repeat(milliseconds, owned(timer, run), { onError })
      })
      let isStopped = false
      return scope.undo(() => {
        if (!isStopped) repeated -= 1
        isStopped = true
        stop()
      })
    },
    after: (milliseconds, run, ...others: unknown[]) => {
      require_timer('after', milliseconds, run)
      require_no_more('after', others)
      const timer = `after ${milliseconds / 1000} s`
      const onError = reportAs(timer, origin_of())
      return scope.schedule((onOver) => once(milliseconds, owned(timer, run), { onError, onOver }))
    },
  }
}

/** Others used the database for too long, so there is nothing to correct in the plugin. */
const isBusy = (error: unknown) => classifyDatabaseError(error)?.kind === 'busy'

function require_timer(method: 'every' | 'after', milliseconds: number, run: unknown): void {
  require_number(method, milliseconds, 'milliseconds')
  if (method === 'every' && milliseconds < 1) throw endless(milliseconds)
  require_function(method, run, `${method}(60_000, () => …)`)
}

/** Milliseconds. Authors who repeat something more often have probably written seconds. */
const HURRIED = 100

/** The stack names the author's line. */
const hurriedTimer = (timer: string, milliseconds: number) =>
  ({
    code: 'timer_hurried',
    work: `timer ${timer}`,
    message: `[every(${milliseconds}, …)] runs ${Math.round(1_000 / milliseconds)} times a second: it takes milliseconds.`,
    at: new Error(),
  }) as const

const tooManyTimers = (milliseconds: number) =>
  new DeclarationError(
    'argument_invalid',
    `[every(${milliseconds}, …)] is more than the ${MOST_REPEATED} timers that a plugin may repeat at once.`,
    {
      fix: 'Repeat one timer that does all of the work, and end those that are no longer needed with the function that [every] returns.',
    },
  )

const endless = (milliseconds: number) =>
  new DeclarationError('argument_invalid', `[every(${milliseconds}, …)] would run without a pause.`, {
    fix: 'Write it like [every(60_000, …)].',
  })
