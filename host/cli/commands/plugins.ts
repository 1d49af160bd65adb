import { Command } from 'commander'
import type { CommandLine } from '../command-line.ts'
import { activateCommand, deactivateCommand, reloadCommand } from './change.ts'
import { checkCommand } from './check.ts'
import { createCommand } from './create.ts'
import { listCommand } from './list.ts'
import { resetCommand } from './reset.ts'
import { showCommand } from './show.ts'
import { whyCommand } from './why.ts'

/** `atrium plugins …` */
export function pluginsCommand(cli: CommandLine): Command {
  const plugins = new Command('plugins').description('plugins of a host: look at them, change what is served, make one')
  const commands = [
    listCommand,
    showCommand,
    whyCommand,
    activateCommand,
    deactivateCommand,
    reloadCommand,
    checkCommand,
    createCommand,
    resetCommand,
  ]
  for (const make of commands) plugins.addCommand(make(cli))
  return plugins
}
