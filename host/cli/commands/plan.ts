import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PluginDeclarations } from '@atrium/sdk/documents'
import { Command } from 'commander'
import type { HostOptions } from '../../base/config/index.ts'
import { CommandFailed } from '../output/command-failed.ts'
import { during } from '../output/interaction.ts'
import { showPluginPlan } from '../output/show-grant-plan.ts'
import { showDiagnostics } from '../output/show-plugins.ts'
import type { CommandLine } from './command-line.ts'

/** `atrium plugins plan <dir or id>` */
export function planCommand(cli: CommandLine): Command {
  return new Command('plan')
    .description('show who would gain or lose what with a new version of a plugin, before you install it')
    .argument('<plugin>', 'folder of the new version, or id of a plugin whose folder already contains it')
    .action((plugin: string) =>
      cli.withPlugins(async (plugins) => {
        const environment = cli.environment()
        const { id, declares } = await during(`check ${plugin}`, versionOf(plugin, environment))
        const plan = await during(`plan ${id}`, plugins.plan(id, declares))
        cli.print(plan, () => showPluginPlan(plan))
        if (plan.diagnostics.length > 0) cli.fail()
      }),
    )
}

/** A folder is loaded here, in a separate process: the host may run elsewhere, and loads only what is in its plugin directories. */
async function versionOf(
  plugin: string,
  { pluginDirectories, panelsFile, panelsOptional }: HostOptions,
): Promise<{ id: string; declares?: PluginDeclarations | undefined }> {
  if (!existsSync(path.join(plugin, 'package.json'))) return { id: plugin }
  const { checkPlugin } = await import('../check/check-plugin.ts')
  const report = await checkPlugin({
    ...{ directory: path.resolve(plugin), pluginDirectories },
    ...{ panelsFile, panelsOptional },
  })
  const { plugin: id, declares, diagnostics } = report
  if (id !== undefined && declares) return { id, declares }
  throw new CommandFailed('plugin_rejected', {
    message: `The new version in [${plugin}] would be refused, so nothing would change.\n${showDiagnostics(diagnostics)}`,
    fix: `Correct it: atrium plugins check ${plugin}`,
  })
}
