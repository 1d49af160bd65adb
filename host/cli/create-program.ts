import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import type { CommandLine, GlobalOptions } from './command-line.ts'
import { pluginsCommand } from './commands/plugins.ts'
import { seedCommand } from './commands/seed.ts'
import { packageDirectory, projectDirectory } from './directories.ts'

const HELP = `
Commands talk to the host that runs on the data directory (ATRIUM_DATA_DIR, by its host.json), or to the one at --url.
Where none runs, they look into the database themselves.

Exit codes: 0 it was done; 1 it failed or was refused; 2 it was not asked for rightly.`

/** The program \`atrium\` with all its commands. */
export function createProgram(cli: CommandLine): Command {
  const program = new Command('atrium')
    .description('The command line of Atrium.')
    .version(versionOf(packageDirectory))
    .option('--json', 'tell the result as JSON, on standard output')
    .option('--url <url>', 'the host to talk to, such as http://127.0.0.1:3000')
    .option('--token <token>', 'its token; ATRIUM_ADMIN_TOKEN is read too, and not seen by others on the machine')
    .addHelpText('after', HELP)
    .hook('preAction', (_, action) => {
      cli.options = action.optsWithGlobals<GlobalOptions>()
    })
  return program.addCommand(startCommand()).addCommand(pluginsCommand(cli)).addCommand(seedCommand(cli))
}

function versionOf(directory: string): string {
  const file = readFileSync(path.join(directory, 'package.json'), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}

/** `atrium start`: becomes the host, until SIGINT or SIGTERM. */
function startCommand(): Command {
  return new Command('start').description('start a host as the environment says').action(async () => {
    process.chdir(projectDirectory(process.cwd()))
    await import('./start.ts')
  })
}
