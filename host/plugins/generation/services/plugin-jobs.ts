import type { Job, Jobs } from '@atrium/sdk'
import { DeclarationError, require_job_name } from '@atrium/sdk/host'
import type { JobQueue } from '../../../core/jobs/job-queue.ts'
import type { JobRow } from '../../../core/jobs/job-row.ts'
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
    fix: 'Take one of the handlers out, or give the jobs different names.',
  })
