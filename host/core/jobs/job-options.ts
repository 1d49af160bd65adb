import { DeclarationError, type JobOptions, require_options } from '@atrium/sdk/host'

const OPTIONS = ['run_at', 'key', 'attempts', 'after_undo']

/** @throws DeclarationError `argument_invalid` */
export function requireJobOptions(options: JobOptions): JobOptions {
  require_options('[jobs.add]', options, OPTIONS)
  const { run_at } = options
  if (run_at === undefined || isDate(run_at)) return options
  throw new DeclarationError('argument_invalid', `[run_at: ${String(run_at)}] of [jobs.add] is not a valid Date.`, {
    fix: 'Write it like [{ run_at: new Date(Date.now() + 60_000) }].',
  })
}

const isDate = (value: unknown) => value instanceof Date && !Number.isNaN(value.getTime())
