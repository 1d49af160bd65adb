import { Command } from 'commander'
import type { CommandLine } from '../command-line.ts'
import { findPlugin } from '../connection/find-plugin.ts'
import type { ResetOutcome } from '../connection/plugins.ts'
import { confirm } from '../output/confirm.ts'
import { during } from '../output/during.ts'
import { showStanding } from '../output/show-plan.ts'

/** `atrium plugins reset <id>` */
export function resetCommand(cli: CommandLine): Command {
  return new Command('reset')
    .description('drop the tables of a plugin and begin anew, in development')
    .argument('<id>')
    .option('--yes', 'do not ask')
    .action((id: string, { yes }: { yes?: boolean }) =>
      cli.withPlugins(async (plugins) => {
        findPlugin(id, await plugins.list())
        if (!yes) await confirm(`All records of [${id}] will be gone, for good.`)
        const outcome = await during(`reset ${id}`, plugins.reset(id))
        cli.tell(outcome, () => showOutcome(outcome))
        if (outcome.status?.state === 'failed') cli.fail()
      }),
    )
}

function showOutcome({ plugin, dropped, status }: ResetOutcome): string {
  const gone = dropped.length === 0 ? `[${plugin}] had no tables.` : `Dropped of [${plugin}]: ${dropped.join(', ')}.`
  return status === undefined ? gone : `${gone}\n${showStanding(status)}`
}
