import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ApiError } from '../errors/api-error.ts'
import type { Events, PlatformEvent } from '../services/events.ts'
import type { Files } from '../services/files.ts'
import type { Job, JobOptions, Jobs } from '../services/jobs.ts'
import type { Logger } from '../services/logger.ts'
import {
  type NewNotification,
  type Notifications,
  require_notification,
  require_notification_key,
} from '../services/notifications.ts'
import type { Secrets } from '../services/secrets.ts'
import { require_job_name, require_event_name, require_own_event_name } from '../services/service-names.ts'

/** A job that was added and has not yet run. */
export interface RecordedJob {
  readonly name: string
  readonly payload: unknown
  readonly options: JobOptions
}

interface FakeJobs {
  readonly jobs: Jobs
  /** In the order in which they were added. */
  readonly waiting: readonly RecordedJob[]
  /** Runs the jobs that have a handler one after the other, regardless of their time, until none is left. Rejects with the first error. */
  run(signal: AbortSignal): Promise<void>
}

/** Jobs in memory, without transactions or retries. */
export function fake_jobs(): FakeJobs {
  const waiting: RecordedJob[] = []
  const handlers = new Map<string, (job: Job<never>) => unknown>()
  let count = 0
  const isThere = (name: string, key: string | undefined) =>
    key !== undefined && waiting.some((job) => job.name === name && job.options.key === key)
  return {
    waiting,
    jobs: {
      add: async (name, payload, options = {}) => {
        require_job_name(name)
        if (!isThere(name, options.key)) waiting.push({ name, payload: as_json(payload), options })
      },
      handle: (name, handler) => {
        require_job_name(name)
        handlers.set(name, handler)
        return () => void (handlers.get(name) === handler && handlers.delete(name))
      },
    },
    run: async (signal) => {
      const next = () => waiting.findIndex(({ name }) => handlers.has(name))
      for (let index = next(); index >= 0; index = next()) {
        const [{ name, payload }] = waiting.splice(index, 1) as [RecordedJob]
        await handlers.get(name)?.({ id: String(++count), name, payload: payload as never, attempt: 1, signal })
      }
    },
  }
}

/** Returns a value as it would be read back from a row. */
const as_json = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

interface FakeEvents {
  readonly events: Events
  /** In the order in which they were emitted. */
  readonly emitted: readonly PlatformEvent[]
  /** Passes an event to the handlers, one after the other. Rejects with the first error. */
  deliver(event: PlatformEvent): Promise<void>
  /** Returns an event as the platform would send it. */
  make(name: string, payload: unknown): PlatformEvent
}

/** Events in memory. Events from the plugin are recorded and not delivered. Events that the test delivers reach the plugin. */
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

/** Notifications in memory: those that were sent and neither replaced nor withdrawn since, the latest last. */
export function fake_notifications(): { notifications: Notifications; sent: readonly NewNotification[] } {
  const sent: NewNotification[] = []
  const remove = (key: string | undefined) => {
    const at = sent.findIndex((each) => key !== undefined && each.key === key)
    if (at >= 0) sent.splice(at, 1)
  }
  return {
    sent,
    notifications: {
      send: async (notification) => {
        const stored = require_notification(notification)
        remove(stored.key)
        sent.push(stored)
      },
      withdraw: async (key) => {
        require_notification_key(key)
        remove(key)
      },
    },
  }
}

const LIMIT = 100 * 1024 * 1024

/** Files in memory. A file is deleted at once, because there is no transaction, and may be swept at once, however young it is. */
export function fake_files(): Files {
  const kept = new Map<string, Buffer>()
  return {
    put: async (content, { limit = LIMIT } = {}) => {
      const bytes = content instanceof Readable ? await buffer(content) : Buffer.from(content)
      if (bytes.length > limit)
        throw new ApiError('body_too_large', {
          detail: `The file is larger than the limit of [${limit}] bytes. Send a smaller file.`,
        })
      const key = randomUUID()
      kept.set(key, bytes)
      return { key, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    },
    open: (key) => {
      const bytes = kept.get(key)
      if (bytes) return Promise.resolve(Readable.from([bytes]))
      return Promise.reject(new ApiError('file_missing', { detail: `There is no file [${key}].` }))
    },
    delete: (key) => Promise.resolve(void kept.delete(key)),
    sweep: async (in_use) => {
      const keys = [...kept.keys()]
      const used = new Set(await in_use(keys))
      return keys.filter((key) => !used.has(key) && kept.delete(key)).length
    },
  }
}

/** Secrets without encryption, for tests only. A secret can be opened only by the plugin and in the place that it was sealed for. */
export function fake_secrets(plugin: string): Secrets {
  const label = (place: string) => `${Buffer.from(JSON.stringify([plugin, place])).toString('base64url')}.`
  return {
    seal: async (plaintext, place) => label(place) + Buffer.from(plaintext).toString('base64url'),
    open: async (sealed, place) => {
      if (sealed.startsWith(label(place))) return Buffer.from(sealed.slice(label(place).length), 'base64url').toString()
      throw new Error(`The secret in [${place}] cannot be opened. It was sealed for another plugin or place.`)
    },
  }
}

/** A line that a plugin wrote to its log. */
export interface RecordedLine {
  readonly level: keyof Logger
  readonly message: string
  readonly details?: Record<string, unknown> | undefined
}

/** A log that records its lines. */
export function fake_logger(): { log: Logger; lines: readonly RecordedLine[] } {
  const lines: RecordedLine[] = []
  const writer = (level: keyof Logger) => (message: string, details?: Record<string, unknown>) =>
    void lines.push({ level, message, ...(details && { details }) })
  const log = { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
  return { log, lines }
}
