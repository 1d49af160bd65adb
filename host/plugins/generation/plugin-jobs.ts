import type { Job, Jobs, Events, PlatformEvent } from '@atrium/sdk'
import { DeclarationError, require_job_name, require_event_name } from '@atrium/sdk/host'
import type { EventBus, JobQueue, JobRow } from '../../core/jobs/index.ts'
import type { GenerationScope } from './generation-scope.ts'

/** `context.jobs` of one generation. */
export function pluginJobs(queue: JobQueue, scope: GenerationScope): Jobs {
  const { plugin, lease } = scope
  const handled = new Map<string, object>()
  return {
    add: async (name, payload, options) => {
      scope.requireCommitted('context.jobs.add')
      await queue.add(plugin, name, payload, options)
    },
    handle: (name, handler) => {
      require_job_name(name)
      if (handled.has(name)) throw taken(name)
      handled.set(name, handler)
      const run = (row: JobRow, signal: AbortSignal) => handler(toJob(row, signal))
      const stop = scope.schedule(() => queue.handle({ plugin, kind: 'job', name, lease, run }))
      return () => {
        stop()
        if (handled.get(name) === handler) handled.delete(name)
      }
    },
  }
}

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

/** `context.events` of one generation. Its commit replaces the plugin's subscriptions. */
export function pluginEvents({ events, jobs }: { events: EventBus; jobs: JobQueue }, scope: GenerationScope): Events {
  const { plugin, lease } = scope
  const subscriptions = new Set<{ readonly name: string }>()
  const keep = () => {
    if (scope.isCurrent) events.subscribe(plugin, new Set([...subscriptions].map(({ name }) => name)))
  }
  scope.whenCommitted(keep)
  return {
    emit: async (name, payload) => {
      scope.requireCommitted('context.events.emit')
      await events.emit(plugin, name, [payload])
    },
    emit_many: async (name, payloads) => {
      scope.requireCommitted('context.events.emit_many')
      await events.emit(plugin, name, payloads)
    },
    on: (name, handler) => {
      require_event_name(name)
      const subscription = { name }
      subscriptions.add(subscription)
      const run = ({ payload }: JobRow) => handler(JSON.parse(payload) as PlatformEvent<never>)
      const stop = scope.schedule(() => jobs.handle({ plugin, kind: 'event', name, lease, run }))
      keep()
      return () => {
        stop()
        if (subscriptions.delete(subscription)) keep()
      }
    },
  }
}
