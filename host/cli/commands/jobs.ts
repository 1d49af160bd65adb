import { Command, InvalidArgumentError, Option } from 'commander'
import { showRows } from '../output/records.ts'
import type { CommandLine } from './command-line.ts'

const JOBS = '/api/v1/platform/jobs'

interface Job {
  readonly id: number
  readonly plugin: string
  readonly name: string
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly attempt: number
  readonly attempts: number
  readonly run_at: string
  readonly error?: string
}

interface ListOptions {
  readonly state?: Job['state']
  readonly plugin?: string
  readonly limit: number
}

/** `atrium jobs …` */
export function jobsCommand(cli: CommandLine): Command {
  const jobs = new Command('jobs').description('list, retry and cancel the jobs and events of plugins')
  jobs.addCommand(listCommand(cli))
  const actions = [
    { name: 'retry', description: 'retry a failed or cancelled job', done: 'Retrying the job [%].' },
    { name: 'cancel', description: 'cancel a waiting job', done: 'Cancelled the job [%].' },
  ]
  for (const action of actions) jobs.addCommand(changeCommand(cli, action))
  return jobs
}

function listCommand(cli: CommandLine): Command {
  return new Command('list')
    .description('list jobs, newest first')
    .addOption(
      new Option('--state <state>', 'only those in this state').choices([
        'waiting',
        'running',
        'done',
        'failed',
        'cancelled',
      ]),
    )
    .option('--plugin <id>', 'only those of this plugin')
    .option('--limit <number>', 'how many', toLimit, 50)
    .action(({ limit, ...filters }: ListOptions) =>
      cli.withHost(async (host) => {
        const query = new URLSearchParams({ ...filters, _sort: 'created_at', _order: 'desc', _limit: String(limit) })
        const found = await host.get<Job[]>(`${JOBS}?${query.toString()}`)
        const rows = found.map(({ id, plugin, name, state, attempt, attempts, run_at, error = '' }) => [
          ...[String(id), plugin, name, state, `${attempt} of ${attempts}`],
          ...[run_at.slice(0, 19).replace('T', ' '), error.split('\n')[0] ?? ''],
        ])
        cli.print(found, () => showRows(['ID', 'PLUGIN', 'NAME', 'STATE', 'TRIES', 'DUE (UTC)', 'LAST ERROR'], rows))
      }),
    )
}

function changeCommand(
  cli: CommandLine,
  { name, description, done }: { name: string; description: string; done: string },
): Command {
  return new Command(name)
    .description(description)
    .argument('<id>')
    .action((id: string) =>
      cli.withHost(async (host) => {
        const job = await host.post<Job>(`${JOBS}/${encodeURIComponent(id)}/${name}`)
        cli.print(job, () => done.replace('%', id))
      }),
    )
}

/** The number of rows to list. */
export function toLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 500) return limit
  throw new InvalidArgumentError('It must be a whole number from 1 to 500.')
}
