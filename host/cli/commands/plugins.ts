import type { PluginAction, PluginPlan } from '@atrium/sdk/documents'
import { Command } from 'commander'
import type { CommandLine } from '../command-line.ts'
import { findPlugin } from '../connection/find-plugin.ts'
import type { Plugins, ResetOutcome } from '../connection/plugins.ts'
import { confirm, during } from '../output/interaction.ts'
import { planSucceeded, showPlan, showStanding, showPlugin, showPlugins } from '../output/show-plugins.ts'
import { checkCommand } from './check.ts'
import { createCommand } from './create.ts'
import { whyCommand } from './why.ts'

/** Said where a command has looked into the database instead. */
const NOT_RUNNING = '\nNo host is running. This is what its database says; start it by `atrium start`.'

interface ChangeOptions {
  readonly dryRun?: boolean
  readonly cascade?: boolean
}

const DRY_RUN = ['--dry-run', 'say what would happen, and do nothing'] as const

/** `atrium plugins activate <id>` */
function activateCommand(cli: CommandLine): Command {
  return new Command('activate')
    .description('put a plugin into service, and first what it requires')
    .argument('<id>')
    .option(...DRY_RUN)
    .action((id: string, options: ChangeOptions) => change(cli, 'activate', { id, options }))
}

/** `atrium plugins deactivate <id>` */
function deactivateCommand(cli: CommandLine): Command {
  return new Command('deactivate')
    .description('take a plugin out of service')
    .argument('<id>')
    .option(...DRY_RUN)
    .option('--cascade', 'and first those that require it')
    .action((id: string, options: ChangeOptions) => change(cli, 'deactivate', { id, options }))
}

async function change(
  cli: CommandLine,
  action: PluginAction,
  { id, options }: { id: string; options: ChangeOptions },
): Promise<void> {
  const plan = await cli.withPlugins((plugins) => during(`${action} ${id}`, plugins.act(action, id, options)))
  cli.tell(plan, () => showPlan(plan))
  if (!planSucceeded(plan)) cli.fail()
}

/** `atrium plugins reload [id]` */
function reloadCommand(cli: CommandLine): Command {
  return new Command('reload')
    .description('load a plugin again from its files; without an id all that are active')
    .argument('[id]')
    .option(...DRY_RUN)
    .action((id: string | undefined, options: ChangeOptions) =>
      cli.withPlugins(async (plugins) => {
        const ids = id === undefined ? await desiredOf(plugins) : [id]
        const plans: PluginPlan[] = []
        for (const each of ids) plans.push(await during(`reload ${each}`, plugins.act('reload', each, options)))
        cli.tell(id === undefined ? plans : plans[0], () => plans.map(showPlan).join('\n'))
        if (!plans.every(planSucceeded)) cli.fail()
      }),
    )
}

async function desiredOf(plugins: Plugins): Promise<string[]> {
  return (await plugins.list()).filter(({ desired }) => desired === 'active').map(({ id }) => id)
}

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

/** `atrium plugins list` */
function listCommand(cli: CommandLine): Command {
  return new Command('list').description('all plugins and where each stands').action(() =>
    cli.withPlugins(async (plugins) => {
      const found = await plugins.list()
      cli.tell(found, () => showPlugins(found))
      if (plugins.url === undefined) cli.note(NOT_RUNNING)
    }),
  )
}

/** `atrium plugins show <id>` */
function showCommand(cli: CommandLine): Command {
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

/** `atrium plugins reset <id>` */
function resetCommand(cli: CommandLine): Command {
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
