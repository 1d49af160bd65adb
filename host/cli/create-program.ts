import { Command } from 'commander'
import type { CommandLine, GlobalOptions } from './commands/command-line.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { pluginsCommand } from './commands/plugins.ts'
import { completionCommand } from './commands/completion.ts'
import { doctorCommand } from './commands/doctor.ts'
import { hostsCommand } from './commands/hosts.ts'
import { jobsCommand } from './commands/jobs.ts'
import { rolesCommand } from './commands/roles.ts'
import { secretsCommand } from './commands/secrets.ts'
import { seedCommand } from './commands/seed.ts'
import { sessionsCommand } from './commands/sessions.ts'
import { settingsCommand } from './commands/settings.ts'
import { signInLinkCommand } from './commands/sign-in-link.ts'
import { tokensCommand } from './commands/tokens.ts'
import { usersCommand } from './commands/users.ts'
import { webhooksCommand } from './commands/webhooks.ts'
import { whyPersonCommand } from './commands/why-person.ts'
import { packageVersion, projectDirectory } from '../base/config/index.ts'

const HELP = `
Commands use the running host that host.json in the data directory (ATRIUM_DATA_DIR) names, or the host at --url.
If no host is running, they read the database directly.

Exit codes: 0 success; 1 failed or refused; 2 wrong usage.`

/** Creates the program `atrium` with all its commands. */
export function createProgram(cli: CommandLine): Command {
  const program = new Command('atrium')
    .description('The command line of Atrium.')
    .version(packageVersion)
    .option('--json', 'print the result as JSON on standard output')
    .option('--url <url>', 'URL of the host to use, for example http://127.0.0.1:3000')
    .option(
      '--token <token>',
      'token of that host; safer in ATRIUM_ADMIN_TOKEN, because other users of the machine can see arguments',
    )
    .addHelpText('after', HELP)
    .hook('preAction', (_, action) => {
      cli.options = action.optsWithGlobals<GlobalOptions>()
    })
  const accounts = [
    usersCommand,
    rolesCommand,
    tokensCommand,
    sessionsCommand,
    signInLinkCommand,
    auditCommand,
    whyPersonCommand,
  ]
  program.addCommand(startCommand())
  const data = [
    backupCommand,
    restoreCommand,
    doctorCommand,
    hostsCommand,
    jobsCommand,
    webhooksCommand,
    completionCommand,
  ]
  for (const make of [pluginsCommand, settingsCommand, seedCommand, ...data, secretsCommand, ...accounts])
    program.addCommand(make(cli))
  return program
}

/** `atrium start`: this process becomes the host and runs until SIGINT or SIGTERM. */
function startCommand(): Command {
  return new Command('start').description('start a host, configured by environment variables').action(async () => {
    process.chdir(projectDirectory(process.cwd()))
    await import('./start.ts')
  })
}
