import type { Channels, Logger, PluginContext, PluginInfo, Undo } from '@atrium/sdk'
import type { Knex } from 'knex'
import type { PluginManifest } from '../discovery/plugin-manifest.ts'
import { CleanUp } from './clean-up.ts'
import { CommitGate } from './commit-gate.ts'
import { databaseAfterCommit } from './database-after-commit.ts'
import type { Hold } from './hold.ts'
import { once } from './once.ts'
import { repeat } from './repeat.ts'
import { unavailable } from './unavailable.ts'

/** What the host lends to every plugin. */
export interface HostServices {
  /** Inside a call, the call's connection. */
  readonly db: Knex
  readonly logFor: (plugin: string) => Logger
  readonly call: PluginContext['call']
  /** Sends a frame to the subscribers of one of the plugin's topics. */
  readonly publishFor: (plugin: string) => Channels['publish']
}

/** A plugin's context and the strings that the host holds: commit opens it, dispose ends it. */
export interface OwnedContext {
  readonly context: PluginContext
  /** Opened at commit: the database answers and the declared timers start. */
  readonly gate: CommitGate
  /** Timers: they stop when the successor is committed. */
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
  const gate = new CommitGate()
  const activities = new CleanUp()
  const disposal = new CleanUp()
  const log = services.logFor(manifest.id)
  const onError = (error: unknown) => log.error('A timer failed.', { error })
  const schedule = scheduler(gate, activities)
  const context: PluginContext = {
    plugin: infoOf(manifest),
    settings: Object.freeze({ ...settings }),
    db: databaseAfterCommit(services.db, gate),
    log,
    fetch,
    call: services.call,
    secrets: unavailable('secrets'),
    events: unavailable('events'),
    jobs: unavailable('jobs'),
    contribute: unavailable('contribute'),
    every: (milliseconds, run) => schedule(() => repeat(milliseconds, run, { onError })),
    after: (milliseconds, run) => schedule(() => once(milliseconds, run, { onError })),
    signal: hold.signal,
    on_dispose: (run) => disposal.add(run),
  }
  const publish: Channels['publish'] = (topic, frame) => {
    if (gate.isOpen) services.publishFor(manifest.id)(topic, frame)
  }
  return { context, gate, activities, disposal, hold, publish }
}

/** Starts something when the gate opens, unless it was undone before. */
function scheduler(gate: CommitGate, activities: CleanUp) {
  return (start: () => Undo): Undo => {
    const started = new CleanUp()
    gate.whenOpen(() => started.add(start()))
    const stop = () => void started.run()
    activities.add(stop)
    return stop
  }
}

const infoOf = ({ id, title, package_name, version, description }: PluginManifest): PluginInfo => ({
  id,
  title,
  name: package_name,
  version,
  ...(description !== undefined && { description }),
})
