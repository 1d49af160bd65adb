import type { Events, PlatformEvent } from '@atrium/sdk'
import { require_event_name } from '@atrium/sdk/host'
import type { EventBus } from '../../../core/jobs/event-bus.ts'
import type { JobQueue } from '../../../core/jobs/job-queue.ts'
import type { JobRow } from '../../../core/jobs/job-row.ts'
import type { GenerationScope } from './generation-scope.ts'

/** `context.events` of one generation. At its commit it takes over the plugin's subscriptions: those it does not have are over. */
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
