import { Command } from 'commander'
import type { CommandLine } from '../command-line.ts'
import { showPlugins } from '../output/show-plugins.ts'
import { NOT_RUNNING } from './not-running.ts'

/** `atrium plugins list` */
export function listCommand(cli: CommandLine): Command {
  return new Command('list').description('all plugins and where each stands').action(() =>
    cli.withPlugins(async (plugins) => {
      const found = await plugins.list()
      cli.tell(found, () => showPlugins(found))
      if (plugins.url === undefined) cli.note(NOT_RUNNING)
    }),
  )
}
