import type { PluginAction, PluginPlan } from '@atrium/sdk/documents'
import { Command } from 'commander'
import type { CommandLine } from './command-line.ts'
import { CommandFailed } from '../output/command-failed.ts'
import { findPlugin } from '../connection/find-plugin.ts'
import type { Plugins, ResetOutcome } from '../connection/plugins.ts'
import { confirm, during } from '../output/interaction.ts'
import { showRows } from '../output/records.ts'
import { planSucceeded, showPlan, showStanding, showPlugin, showPlugins } from '../output/show-plugins.ts'
import { checkCommand } from './check.ts'
import { createCommand } from './create.ts'
import { migrateCommand } from './migrate.ts'
import { planCommand } from './plan.ts'
import { whyCommand } from './why.ts'

/** `atrium plugins …` */
export function pluginsCommand(cli: CommandLine): Command {
  const plugins = new Command('plugins').description('list, inspect, change, plan, check and create plugins')
  const commands = [
    listCommand,
    showCommand,
    whyCommand,
    activateCommand,
    deactivateCommand,
    reloadCommand,
    retryCommand,
    checkCommand,
    planCommand,
    createCommand,
    resetCommand,
    migrateCommand,
  ]
  for (const make of commands) plugins.addCommand(make(cli))
  return plugins
}

/** Printed if a command has read the database because no host runs. */
const NOT_RUNNING =
  '\nNo host is running. This is the state stored in the database. Start the host with `atrium start`.'

/** `atrium plugins list` */
function listCommand(cli: CommandLine): Command {
  return new Command('list').description('list all plugins and their states').action(() =>
    cli.withPlugins(async (plugins) => {
      const found = await plugins.list()
      cli.print(found, () => showPlugins(found))
      if (plugins.url === undefined) cli.note(NOT_RUNNING)
    }),
  )
}

/** `atrium plugins show <id>` */
function showCommand(cli: CommandLine): Command {
  return new Command('show')
    .description('show everything known about a plugin')
    .argument('<id>')
    .action((id: string) =>
      cli.withPlugins(async (plugins) => {
        const found = findPlugin(id, await plugins.list())
        cli.print(found, () => showPlugin(found))
        if (plugins.url === undefined) cli.note(NOT_RUNNING)
      }),
    )
}

interface ChangeOptions {
  readonly dryRun?: boolean
  readonly cascade?: boolean
}

const DRY_RUN = ['--dry-run', 'print the plan without changing anything'] as const

/** `atrium plugins activate <id>` */
function activateCommand(cli: CommandLine): Command {
  return new Command('activate')
    .description('activate a plugin and the plugins it requires')
    .argument('<id>')
    .option(...DRY_RUN)
    .action((id: string, options: ChangeOptions) => change(cli, 'activate', { id, options }))
}

/** `atrium plugins deactivate <id>` */
function deactivateCommand(cli: CommandLine): Command {
  return new Command('deactivate')
    .description('deactivate a plugin')
    .argument('<id>')
    .option(...DRY_RUN)
    .option('--cascade', 'first deactivate the plugins that require it')
    .action((id: string, options: ChangeOptions) => change(cli, 'deactivate', { id, options }))
}

async function change(
  cli: CommandLine,
  action: PluginAction,
  { id, options }: { id: string; options: ChangeOptions },
): Promise<void> {
  const plan = await cli.withPlugins((plugins) => during(`${action} ${id}`, plugins.act(action, id, options)))
  cli.print(plan, () => showPlan(plan))
  if (!planSucceeded(plan)) cli.fail()
}

/** `atrium plugins reload [id]` */
function reloadCommand(cli: CommandLine): Command {
  return new Command('reload')
    .description('reload a plugin from its files; without an id, all active plugins')
    .argument('[id]')
    .option(...DRY_RUN)
    .option('--all-hosts', 'then on the other hosts of the database, unless it fails on the first')
    .action((id: string | undefined, { allHosts = false, ...options }: ReloadOptions) => {
      if (allHosts) return reloadEverywhere(cli, id, options)
      return cli.withPlugins(async (plugins) => {
        const ids = id === undefined ? await desiredOf(plugins) : [id]
        const plans: PluginPlan[] = []
        for (const each of ids) plans.push(await during(`reload ${each}`, plugins.act('reload', each, options)))
        cli.print(id === undefined ? plans : plans[0], () => plans.map(showPlan).join('\n'))
        if (!plans.every(planSucceeded)) cli.fail()
      })
    })
}

interface ReloadOptions extends ChangeOptions {
  readonly allHosts?: boolean
}

/** The answer of `POST /api/v1/platform/plugins/{id}/reload`. */
interface Reloaded {
  readonly plugin: string
  readonly complete: boolean
  readonly hosts: readonly { host: string; outcome: string; version?: string; content?: string; reason?: string }[]
}

function reloadEverywhere(cli: CommandLine, id: string | undefined, { dryRun }: ChangeOptions): Promise<void> {
  if (id === undefined || dryRun) throw onePlugin()
  return cli.withHost(async (host) => {
    const path = `/api/v1/platform/plugins/${encodeURIComponent(id)}/reload`
    const reloaded = await during(`reload ${id} on all hosts`, host.post<Reloaded>(path))
    const rows = reloaded.hosts.map((each) => [
      ...[each.host, each.outcome, each.version ?? '', each.content ?? '', each.reason ?? ''],
    ])
    cli.print(reloaded, () => showRows(['HOST', 'OUTCOME', 'VERSION', 'CONTENT', 'REASON'], rows))
    if (!reloaded.complete) cli.fail()
  })
}

const onePlugin = () =>
  new CommandFailed('option_unfit', {
    message: 'With --all-hosts, name one plugin, and leave out --dry-run. Nothing was changed.',
    fix: 'For example: atrium plugins reload booking --all-hosts',
  })

/** `atrium plugins retry <id>` */
function retryCommand(cli: CommandLine): Command {
  return new Command('retry')
    .description('lift the quarantine of a plugin that blocked or ended the host, and load it again')
    .argument('<id>')
    .option(...DRY_RUN)
    .action((id: string, options: ChangeOptions) => change(cli, 'retry', { id, options }))
}

async function desiredOf(plugins: Plugins): Promise<string[]> {
  return (await plugins.list()).filter(({ desired }) => desired === 'active').map(({ id }) => id)
}

/** `atrium plugins reset <id>` */
function resetCommand(cli: CommandLine): Command {
  return new Command('reset')
    .description('drop the tables of a plugin and load it again; only in development')
    .argument('<id>')
    .option('--yes', 'do not ask for confirmation')
    .action((id: string, { yes }: { yes?: boolean }) =>
      cli.withPlugins(async (plugins) => {
        findPlugin(id, await plugins.list())
        if (!yes) await confirm(`All records of [${id}] will be permanently deleted.`)
        const outcome = await during(`reset ${id}`, plugins.reset(id))
        cli.print(outcome, () => showOutcome(outcome))
        if (outcome.status?.state === 'failed') cli.fail()
      }),
    )
}

function showOutcome({ plugin, dropped, status }: ResetOutcome): string {
  const removed =
    dropped.length === 0
      ? `[${plugin}] had no tables.`
      : `Dropped tables and views of [${plugin}]: ${dropped.join(', ')}.`
  return status === undefined ? removed : `${removed}\n${showStanding(status)}`
}
