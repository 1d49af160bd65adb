import { Command, InvalidArgumentError } from 'commander'
import { showRows } from '../output/records.ts'
import type { CommandLine } from './command-line.ts'

interface Entry {
  readonly at: string
  readonly person: string
  readonly origin: string
  readonly action: string
  readonly plugin: string
  readonly record_id?: string
  readonly changes: readonly { readonly field: string; readonly from?: string; readonly to?: string }[]
}

interface AuditOptions {
  readonly person?: string
  readonly plugin?: string
  readonly record?: string
  readonly origin?: string
  readonly since?: string
  readonly limit: number
}

/** `atrium audit` */
export function auditCommand(cli: CommandLine): Command {
  return new Command('audit')
    .description('show who changed what, newest first')
    .option('--person <name>', 'only changes by this person')
    .option('--plugin <id>', 'only changes in this plugin; `platform` for people, roles and tokens')
    .option('--record <id>', 'only changes of this record')
    .option('--origin <door>', 'ui, token, agent, reload, cli, job or system')
    .option('--since <day>', 'only changes since this day, for example 2026-11-20')
    .option('--limit <number>', 'how many', toLimit, 50)
    .action((options: AuditOptions) =>
      cli.withHost(async (host) => {
        const entries = await host.get<Entry[]>(`/api/v1/platform/audit?${queryOf(options)}`)
        const rows = entries.map((entry) => [
          entry.at.slice(0, 19).replace('T', ' '),
          entry.person,
          entry.origin,
          entry.action,
          entry.record_id ?? '',
          entry.changes.map(describe).join('; '),
        ])
        cli.print(entries, () => showRows(['AT (UTC)', 'WHO', 'THROUGH', 'WHAT', 'RECORD', 'CHANGES'], rows))
      }),
    )
}

function queryOf({ person, plugin, record, origin, since, limit }: AuditOptions): string {
  const filters = { person, plugin, record_id: record, origin, at_gte: since }
  const given = Object.entries(filters).filter(([, value]) => value !== undefined) as [string, string][]
  return new URLSearchParams([...given, ['_sort', 'at'], ['_order', 'desc'], ['_limit', String(limit)]]).toString()
}

const describe = ({ field, from = '', to = '' }: Entry['changes'][number]) => `${field}: ${from} → ${to}`

function toLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 500) return limit
  throw new InvalidArgumentError('It must be a whole number from 1 to 500.')
}
