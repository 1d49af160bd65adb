import type { PluginAction, PluginPlan } from '@atrium/sdk/documents'
import { Command } from 'commander'
import type { CommandLine } from '../command-line.ts'
import type { Plugins } from '../connection/plugins.ts'
import { during } from '../output/during.ts'
import { planSucceeded, showPlan } from '../output/show-plan.ts'

interface ChangeOptions {
  readonly dryRun?: boolean
  readonly cascade?: boolean
}

const DRY_RUN = ['--dry-run', 'say what would happen, and do nothing'] as const

/** `atrium plugins activate <id>` */
export function activateCommand(cli: CommandLine): Command {
  return new Command('activate')
    .description('put a plugin into service, and first what it requires')
    .argument('<id>')
    .option(...DRY_RUN)
    .action((id: string, options: ChangeOptions) => change(cli, 'activate', { id, options }))
}

/** `atrium plugins deactivate <id>` */
export function deactivateCommand(cli: CommandLine): Command {
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
export function reloadCommand(cli: CommandLine): Command {
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
