import { Command } from 'commander'
import type { CommandLine } from '../command-line.ts'
import { findPlugin } from '../connection/find-plugin.ts'
import { showPlugin } from '../output/show-plugin.ts'
import { NOT_RUNNING } from './not-running.ts'

/** `atrium plugins show <id>` */
export function showCommand(cli: CommandLine): Command {
  return new Command('show')
    .description('all that is known of one plugin')
    .argument('<id>')
    .action((id: string) =>
      cli.withPlugins(async (plugins) => {
        const found = findPlugin(id, await plugins.list())
        cli.tell(found, () => showPlugin(found))
        if (plugins.url === undefined) cli.note(NOT_RUNNING)
      }),
    )
}
