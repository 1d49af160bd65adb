import type { Knex } from 'knex'
import type { ApiError } from '../errors/api-error.ts'
import type { Attempt } from '../calls/attempt.ts'
import { as_caller, type Caller } from '../calls/caller.ts'
import { attempt_each } from '../calls/attempt.ts'
import type { Contribution, PluginContext, PluginInfo } from '../services/plugin-context.ts'
import type { PlatformEvent } from '../services/events.ts'
import type { NewNotification } from '../services/notifications.ts'
import { require_own_place, require_place } from '../services/service-names.ts'
import type { Undo } from '../services/undo.ts'
import {
  fake_events,
  fake_files,
  fake_jobs,
  fake_notifications,
  type RecordedJob,
  fake_logger,
  type RecordedLine,
  fake_secrets,
} from './fakes.ts'

export interface TestContextOptions<Settings> {
  /** Default: `{ id: 'test', title: 'Test', name: 'test', version: '1.0.0' }`. */
  readonly plugin?: Partial<PluginInfo>
  /** Used as they are, without the defaults of the schema. */
  readonly settings?: Settings
  /** Without it, any use of the database throws. */
  readonly db?: Knex
  /** Replaces calls to other plugins and to the plugin's own operations. Without it, calls reject. */
  readonly call?: PluginContext['call']
  /** The tools of other plugins. By default there are none. */
  readonly tools?: PluginContext['tools']
  /** Replaces the network. Without it, requests reject. */
  readonly fetch?: PluginContext['fetch']
  /** Returns what other plugins contribute. By default nothing. */
  readonly contributions?: (place: string, input: unknown) => readonly Contribution[]
}

/** A context for tests of a plugin's parts, and a record of what the plugin did with it. */
export interface TestContext<Settings> {
  readonly context: PluginContext<Settings>
  /** The jobs that were added and have not yet run. */
  readonly jobs: readonly RecordedJob[]
  /** The events that the plugin emitted. They are not delivered, not even to the plugin itself. */
  readonly events: readonly PlatformEvent[]
  /** The notifications that the plugin sent and that it has neither replaced nor withdrawn since. */
  readonly notifications: readonly NewNotification[]
  readonly log: readonly RecordedLine[]
  /** Runs the jobs that have a handler, regardless of their time, until none is left. Rejects with the first error. */
  run_jobs(): Promise<void>
  /** Passes an event to the plugin's handlers and returns it. Rejects with the first error. */
  deliver(name: string, payload?: unknown): Promise<PlatformEvent>
  /** Runs each callback of `every` and `after` once. */
  run_timers(): Promise<void>
  /** Returns what the plugin contributes to a place. Rejects if a contributor throws. */
  contributed(place: string, input: unknown): Promise<unknown[]>
  /** Aborts the signal and runs the callbacks of `on_dispose`, last in first out. */
  dispose(): Promise<void>
}

/**
 * Makes a context whose services work in memory, without a host, transactions, retries or a clock. To test a whole plugin, use
 * `startTestHost` of `@atrium/host/testing`.
 */
export function test_context<Settings = Readonly<Record<string, unknown>>>(
  options: TestContextOptions<Settings> = {},
): TestContext<Settings> {
  const plugin: PluginInfo = { id: 'test', title: 'Test', name: 'test', version: '1.0.0', ...options.plugin }
  const jobs = fake_jobs()
  const events = fake_events(plugin.id)
  const { notifications, sent } = fake_notifications()
  const { log, lines } = fake_logger()
  const ending = new AbortController()
  const timers = new Listed<() => unknown>()
  const disposal = new Listed<() => unknown>()
  const contributors = new Listed<{ place: string; ask: (input: never, options: { signal: AbortSignal }) => unknown }>()
  const call = options.call ?? ((method, path) => Promise.reject(not_given('call', `${method} ${path}`)))
  const context: PluginContext<Settings> = {
    plugin,
    settings: options.settings ?? ({} as Settings),
    db: options.db ?? missing_database(),
    log,
    secrets: fake_secrets(plugin.id),
    files: fake_files(),
    fetch:
      options.fetch ?? ((input) => Promise.reject(not_given('fetch', input instanceof Request ? input.url : input))),
    call,
    call_each: (method, path, bodies) =>
      attempt_each(bodies, (body) => call(method, path, { body })) as Promise<Attempt<unknown, ApiError>[]>,
    tools: options.tools ?? {
      list: () => [],
      check: () => undefined,
      call: (name) => Promise.reject(not_given('tools', name)),
    },
    account_of: ({ id }) => id,
    act_for: async (account, { agent }, work) => as_caller(everything_for(account, agent), async () => work()),
    events: events.events,
    jobs: jobs.jobs,
    notifications,
    contribute: (place, contributor) => {
      require_place(place)
      return contributors.add({ place, ask: contributor })
    },
    contributions: async <Value>(place: string, input: unknown) => {
      require_own_place(plugin.id, place)
      return (options.contributions?.(place, input) ?? []) as readonly Contribution<Value>[]
    },
    every: (_, run) => timers.add(run),
    after: (_, run) => timers.add(run),
    signal: ending.signal,
    on_dispose: (run) => disposal.add(run),
  }
  return {
    context,
    jobs: jobs.waiting,
    events: events.emitted,
    notifications: sent,
    log: lines,
    run_jobs: () => jobs.run(ending.signal),
    deliver: async (name, payload) => {
      const event = events.make(name, payload)
      await events.deliver(event)
      return event
    },
    run_timers: async () => {
      for (const run of timers.all()) await run()
    },
    contributed: (place, input) => {
      const asked = contributors.all().filter((contributor) => contributor.place === place)
      return Promise.all(asked.map(async ({ ask }) => ask(input as never, { signal: ending.signal })))
    },
    dispose: async () => {
      ending.abort()
      for (const run of disposal.all().reverse()) await run()
    },
  }
}

/** Somebody who may do everything, as an agent acts for them. */
const everything_for = (account: string, agent: string): Caller => ({
  id: account,
  kind: 'agent',
  name: `${account} (${agent})`,
  can: () => true,
  scope: () => undefined,
})

/** A list whose entries can be removed. */
class Listed<Thing> {
  readonly #things = new Set<{ readonly thing: Thing }>()

  add(thing: Thing): Undo {
    const own = { thing }
    this.#things.add(own)
    return () => void this.#things.delete(own)
  }

  all(): Thing[] {
    return [...this.#things].map(({ thing }) => thing)
  }
}

/** Returns a database that throws on any use and names the missing option. */
function missing_database(): Knex {
  const refuse = () => {
    throw not_given('db')
  }
  return new Proxy(refuse as unknown as Knex, { get: refuse, apply: refuse })
}

const not_given = (name: string, used?: string | URL) =>
  new Error(
    `The plugin used [context.${name}]${used === undefined ? '' : ` for [${used.toString()}]`}. Pass \`${name}\` to \`test_context\`.`,
  )
