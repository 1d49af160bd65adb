import { Command } from 'commander'
import { findPlugin } from '../connection/find-plugin.ts'
import type { MigrateOutcome } from '../connection/plugins.ts'
import { confirm, during } from '../output/interaction.ts'
import { showStanding } from '../output/show-plugins.ts'
import type { CommandLine } from './command-line.ts'

interface Options {
  readonly to: string
  readonly dryRun?: boolean
  readonly yes?: boolean
}

/** `atrium plugins migrate <id> --to <name>` */
export function migrateCommand(cli: CommandLine): Command {
  return new Command('migrate')
    .description('undo the migrations of a plugin after the given one, and deactivate the plugin')
    .argument('<id>')
    .requiredOption('--to <name>', 'the last migration to keep, such as 0002_trips')
    .option('--dry-run', 'print what would be lost without changing anything')
    .option('--yes', 'do not ask for confirmation')
    .action((id: string, { to, dryRun = false, yes = false }: Options) =>
      cli.withPlugins(async (plugins) => {
        findPlugin(id, await plugins.list())
        const rehearsal = await during(`try ${id}`, plugins.migrate(id, { to, dryRun: true }))
        if (dryRun || rehearsal.undone.length === 0) return cli.print(rehearsal, () => showRehearsal(rehearsal))
        if (!yes) await confirm(showRehearsal(rehearsal))
        const outcome = await during(`migrate ${id}`, plugins.migrate(id, { to, dryRun: false }))
        cli.print(outcome, () => showOutcome(outcome))
      }),
    )
}

function showRehearsal(rehearsal: MigrateOutcome): string {
  const { plugin, to, undone } = rehearsal
  if (undone.length === 0) return `[${to}] is the last applied migration of [${plugin}]. There is nothing to undo.`
  const losses = lossesOf(rehearsal)
  const lost =
    losses.length === 0 ? 'No table, column or record is lost.' : `Permanently deleted: ${losses.join(', ')}.`
  return `Undoes ${undone.map((name) => `[${name}]`).join(', ')} of [${plugin}] and deactivates the plugin. ${lost}`
}

function showOutcome(outcome: MigrateOutcome): string {
  const { plugin, undone, status } = outcome
  const losses = lossesOf(outcome)
  return [
    `Undone: ${undone.map((name) => `[${name}]`).join(', ')}.`,
    ...(losses.length === 0 ? [] : [`Deleted: ${losses.join(', ')}.`]),
    ...(status === undefined ? [] : [showStanding(status)]),
    `Activating the plugin applies them again. Correct or replace its files first, then: atrium plugins activate ${plugin}`,
  ].join('\n')
}

const lossesOf = ({ dropped, columns, deleted }: MigrateOutcome): string[] => [
  ...dropped.map(({ table, records }) => `the table [${table}] with ${recordsText(records)}`),
  ...columns.map((column) => `the column [${column}]`),
  ...deleted.map(({ table, records }) => `${recordsText(records)} of [${table}]`),
]

const recordsText = (records: number) => (records === 1 ? '1 record' : `${records} records`)
