import { type Knex, Page, type ResourceRegistry, type Routes, type Static, Type, wrap_store } from '@atrium/sdk'
import { read_store } from '@atrium/sdk/host'
import { declare, SYSTEM } from './declare.ts'
import type { PlatformParts } from './platform-parts.ts'

const STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

const StoredJob = Type.Object({
  id: Type.Integer({ readOnly: true }),
  plugin: Type.String(),
  kind: Type.Enum(['job', 'event']),
  name: Type.String(),
  state: Type.Enum([...STATES]),
  attempt: Type.Integer({ title: 'Tries', description: 'How often it was tried' }),
  attempts: Type.Integer({ title: 'Tries at most' }),
  error: Type.Optional(Type.String({ title: 'Last error' })),
  run_at: Type.String({ format: 'date-time', title: 'Due' }),
  created_at: Type.String({ format: 'date-time' }),
  started_at: Type.Optional(Type.String({ format: 'date-time' })),
  finished_at: Type.Optional(Type.String({ format: 'date-time' })),
})

const JobRecord = Type.Object(
  { title: Type.String({ title: 'Job', format: 'translated' }), ...StoredJob.properties },
  { title: 'Job' },
)

const RULES = {
  sort: ['plugin', 'name', 'state', 'run_at', 'created_at', 'finished_at'],
  filter: ['plugin', 'kind', 'name', 'state', 'run_at', 'created_at'],
  search: ['plugin', 'name', 'error'],
} as const

/** The routes of jobs and events. Payloads are not shown, because they may contain data that only the plugin may see. */
export function jobRoutes(routes: Routes, { database, jobs }: PlatformParts): void {
  const rows = jobStore(database.context, jobs)
  routes
    .records('/jobs/{job_id}', rows)
    .post(
      '/jobs/{job_id}/retry',
      { summary: 'Try a failed or cancelled job again', params: JobId, response: JobRecord },
      async ({ params: { job_id } }) => {
        await jobs.retry(await rows.get(job_id).then(({ id }) => id))
        return rows.get(job_id)
      },
    )
    .post(
      '/jobs/{job_id}/cancel',
      { summary: 'Cancel a waiting job', params: JobId, response: JobRecord },
      async ({ params: { job_id } }) => {
        await jobs.cancel(await rows.get(job_id).then(({ id }) => id))
        return rows.get(job_id)
      },
    )
    .bulk('/jobs/retry', 'POST /jobs/{job_id}/retry', { summary: 'Try many failed or cancelled jobs again' })
    .bulk('/jobs/cancel', 'POST /jobs/{job_id}/cancel', { summary: 'Cancel many waiting jobs' })
}

/** The stored jobs, each with the title that its handler has now. */
function jobStore(db: Knex, jobs: PlatformParts['jobs']) {
  const stored = read_store(db, 'platform_jobs', StoredJob, {
    ...RULES,
    from: (knex) => knex('platform_jobs').select(Object.keys(StoredJob.properties)),
  })
  const titled = (job: Static<typeof StoredJob>) => ({ title: jobs.titleOf(job), ...job })
  return wrap_store(JobRecord, {
    rules: RULES,
    list: async (query) => {
      const { rows, total, part, summary } = await stored.list(query)
      return new Page(rows.map(titled), total, { ...part, summary })
    },
    ids: (query) => stored.ids(query),
    get: async (id) => titled(await stored.get(id)),
  })
}

const JobId = Type.Object({ job_id: Type.Integer() })

const COLORS = { waiting: 'orange', running: 'blue', done: 'green', failed: 'red', cancelled: 'gray' } as const

/** The screens of jobs. */
export function jobScreens(registry: ResourceRegistry): void {
  declare(registry, (resource) =>
    resource
      .record(JobRecord)
      .id('platform-jobs')
      .title('Jobs')
      .description('Work that plugins have queued, and the events that they handle')
      .icon('clock')
      .list_path('/jobs')
      .module_path('jobs')
      .record_title_attribute('title')
      .nav_group(SYSTEM, 110)
      .table((table) =>
        table
          .columns((column) => [
            column.text('title'),
            column.text('plugin'),
            column.badge('state').color_by(COLORS),
            column.number('attempt'),
            column.text('error'),
            column.since('run_at'),
          ])
          .filters((filter) => [filter.select('state'), filter.text('plugin'), filter.select('kind')])
          .actions((action) => [
            action
              .row('retry')
              .post('/jobs/{id}/retry')
              .icon('refresh')
              .visible_when('state', { enum: ['failed', 'cancelled'] }),
            action
              .row('cancel')
              .post('/jobs/{id}/cancel')
              .icon('x')
              .color('red')
              .visible_when('state', { const: 'waiting' })
              .confirm('It is not run. It can be tried again later.', { keep: 'Keep job' })
              .done('Job cancelled'),
            action.bulk('retry').post('/jobs/retry').icon('refresh'),
            action
              .bulk('cancel')
              .post('/jobs/cancel')
              .icon('x')
              .color('red')
              .confirm('Cancel the selected jobs?', { keep: 'Keep jobs' })
              .done('Jobs cancelled'),
          ])
          .empty('No jobs', 'Plugins queue work here, such as mails to send.'),
      )
      .infolist(),
  )
}
