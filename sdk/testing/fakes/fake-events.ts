import type { Events, PlatformEvent } from '../../services/events.ts'
import { require_event_name, require_own_event_name } from '../../services/service-names.ts'
import { as_json } from './fake-jobs.ts'

export interface FakeEvents {
  readonly events: Events
  /** In the order in which they were emitted. */
  readonly emitted: readonly PlatformEvent[]
  /** Hands an event to the handlers, one after the other. Rejects with what one throws. */
  deliver(event: PlatformEvent): Promise<void>
  /** An event as the platform would send it. */
  make(name: string, payload: unknown): PlatformEvent
}

/** Events in memory: what the plugin emits is written down and reaches nobody, what the test delivers reaches the plugin. */
export function fake_events(plugin: string): FakeEvents {
  const emitted: PlatformEvent[] = []
  const handlers = new Set<{ readonly name: string; readonly handle: (event: PlatformEvent<never>) => unknown }>()
  let count = 0
  const make = (name: string, payload: unknown): PlatformEvent => ({
    id: `event-${++count}`,
    name,
    payload: as_json(payload),
    emitted_at: new Date().toISOString(),
  })
  return {
    emitted,
    make,
    events: {
      emit: async (name, payload) => {
        require_own_event_name(plugin, name)
        emitted.push(make(name, payload))
      },
      emit_many: async (name, payloads) => {
        require_own_event_name(plugin, name)
        emitted.push(...payloads.map((payload) => make(name, payload)))
      },
      on: (name, handle) => {
        require_event_name(name)
        const handler = { name, handle }
        handlers.add(handler)
        return () => void handlers.delete(handler)
      },
    },
    deliver: async (event) => {
      for (const { name, handle } of handlers) if (name === event.name) await handle(event as PlatformEvent<never>)
    },
  }
}
