import type { Job, Jobs, Events, PlatformEvent } from '@atrium/sdk'
import {
  DeclarationError,
  origin_of,
  require_event_name,
  require_function,
  require_job_name,
  require_no_more,
  require_options,
} from '@atrium/sdk/host'
import { presentStatements } from '../../core/operations/index.ts'
import type { EventBus, JobQueue, JobRow } from '../../core/jobs/index.ts'
import type { GenerationScope } from './generation-scope.ts'

/** `context.jobs` of one generation. */
export function pluginJobs(queue: JobQueue, scope: GenerationScope): Jobs {
  const { plugin, lease } = scope
  const handled = new Map<string, object>()
  return {
    add: (name, payload, options) =>
      watched(`jobs.add('${name}')`, async () => {
        scope.requireCommitted('context.jobs.add')
        const unhandled = handled.has(name) ? undefined : unhandledJob(plugin, name)
        await queue.add(plugin, name, payload, options)
        if (unhandled) scope.report(unhandled)
      }),
    handle: (name, handler, options = {}) => {
      require_job_name(name)
      require_function('jobs.handle', handler, `jobs.handle('${name}', (job) => …)`)
      const { title, undone } = require_options('[jobs.handle]', options, { title: 'text', undone: 'function' })
      if (title?.trim() === '') throw untitled(name)
      if (handled.has(name)) throw taken(name)
      scope.reportLate(`jobs.handle('${name}')`)
      const origin = origin_of()
      scope.named.push({ kind: 'job', name, origin })
      handled.set(name, handler)
      const run = (row: JobRow, signal: AbortSignal) =>
        scope.watch(`job ${name}`, () => (row.undone ? undone?.(toJob(row, signal)) : handler(toJob(row, signal))))
      const stop = scope.schedule(() => queue.handle({ plugin, kind: 'job', name, title, lease, origin, run }))
      return scope.undo(() => {
        stop()
        if (handled.get(name) === handler) handled.delete(name)
      })
    },
  }
}

/** Runs work that belongs to the present call's transaction, so that it is told if the plugin does not await it. */
export function watched<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const work = run()
  return presentStatements()?.watch(name, work) ?? work
}

/** Captures the stack, which names the author's line only before the first `await`. */
const unhandledJob = (plugin: string, name: string) =>
  ({
    code: 'job_unhandled',
    work: `job ${name}`,
    message: `The plugin [${plugin}] added the job [${name}], but does not handle it.`,
    at: new Error(),
  }) as const

const toJob = <Payload>({ id, name, payload, attempt }: JobRow, signal: AbortSignal): Job<Payload> => ({
  id: String(id),
  name,
  payload: JSON.parse(payload) as Payload,
  attempt,
  signal,
})

const taken = (name: string) =>
  new DeclarationError('handler_taken', `The job [${name}] is handled twice.`, {
    fix: 'Remove one of the handlers, or give the jobs different names.',
  })

const untitled = (name: string) =>
  new DeclarationError('argument_invalid', `The title of [jobs.handle('${name}', …)] is empty.`, {
    fix: 'Write what people call such a job, or leave it out.',
  })

interface EventServices {
  readonly events: EventBus
  readonly jobs: JobQueue
  /** The events that the plugin emits for others. They need no handler. */
  readonly forOthers: ReadonlySet<string>
}

/** `context.events` of one generation. Its commit replaces the plugin's subscriptions. */
export function pluginEvents({ events, jobs, forOthers }: EventServices, scope: GenerationScope): Events {
  const { plugin, lease } = scope
  const subscriptions = new Set<{ readonly name: string }>()
  const keep = () => {
    if (scope.isCurrent) events.subscribe(plugin, new Set([...subscriptions].map(({ name }) => name)))
  }
  const emit = async (name: string, payloads: readonly unknown[], at: Error) => {
    const subscribers = await events.emit(plugin, name, payloads)
    if (subscribers > 0 || forOthers.has(name)) return
    const message = `The plugin [${plugin}] emitted the event [${name}], but no plugin handles it.`
    scope.report({ code: 'event_unhandled', work: `event ${name}`, message, at })
  }
  scope.whenCommitted(keep)
  return {
    emit: (name, payload) =>
      watched(`events.emit('${name}')`, async () => {
        scope.requireCommitted('context.events.emit')
        await emit(name, [payload], new Error())
      }),
    emit_many: (name, payloads) =>
      watched(`events.emit_many('${name}')`, async () => {
        scope.requireCommitted('context.events.emit_many')
        await emit(name, payloads, new Error())
      }),
    on: (name, handler, ...others: unknown[]) => {
      require_event_name(name)
      require_function('events.on', handler, `events.on('${name}', (event) => …)`)
      require_no_more('events.on', others)
      scope.reportLate(`events.on('${name}')`)
      const [subscription, origin] = [{ name }, origin_of()]
      scope.named.push({ kind: 'event', name, origin })
      subscriptions.add(subscription)
      const run = ({ payload }: JobRow) =>
        scope.watch(`event ${name}`, () => handler(JSON.parse(payload) as PlatformEvent<never>))
      const stop = scope.schedule(() => jobs.handle({ plugin, kind: 'event', name, lease, origin, run }))
      keep()
      return scope.undo(() => {
        stop()
        if (subscriptions.delete(subscription)) keep()
      })
    },
  }
}
