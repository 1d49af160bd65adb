import { existsSync } from 'node:fs'
import path from 'node:path'
import { nearest_name } from '@atrium/sdk'
import { Command } from 'commander'
import type { CheckReport } from '../check/check-job.ts'
import { CommandFailed } from '../output/command-failed.ts'
import type { CommandLine } from './command-line.ts'
import type { HostOptions } from '../../base/config/index.ts'
import { during } from '../output/interaction.ts'
import { paint } from '../output/text.ts'
import { showDiagnostics } from '../output/show-plugins.ts'

/** `atrium plugins check <dir or id>` */
export function checkCommand(cli: CommandLine): Command {
  return new Command('check')
    .description('check a plugin in a separate process, without a host; its migrations run on an empty database')
    .argument('<plugin>', 'folder or id of the plugin')
    .action(async (plugin: string) => {
      const { checkPlugin } = await import('../check/check-plugin.ts')
      const environment = cli.environment()
      const { pluginDirectories, panelsFile, panelsOptional } = environment
      const directory = await directoryOf(plugin, environment)
      const { declares: _, ...report } = await during(
        `check ${plugin}`,
        checkPlugin({ directory, pluginDirectories, panelsFile, panelsOptional }),
      )
      cli.print(report, () => showReport(report))
      if (errorsOf(report) > 0) cli.fail()
    })
}

/** An existing folder takes precedence over an id. */
async function directoryOf(plugin: string, { pluginDirectories }: HostOptions): Promise<string> {
  if (existsSync(path.join(plugin, 'package.json'))) return path.resolve(plugin)
  const { discoverPlugins } = await import('../../plugins/index.ts')
  const { candidates } = await discoverPlugins(pluginDirectories)
  const found = candidates.find(
    ({ manifest, directory }) => manifest?.id === plugin || (!manifest && path.basename(directory) === plugin),
  )
  if (found) return found.directory
  const near = nearest_name(
    plugin,
    candidates.flatMap(({ manifest }) => manifest?.id ?? []),
  )
  throw new CommandFailed('plugin_not_found', {
    message: `[${plugin}] is neither a folder with a package.json nor the id of a plugin.${near === undefined ? '' : ` Did you mean [${near}]?`}`,
    fix: `Pass the plugin's folder, or its id if it is in ${pluginDirectories.join(' or ')}.`,
  })
}

function showReport(report: CheckReport): string {
  const { plugin, version, directory, diagnostics } = report
  const place = path.relative(process.cwd(), directory) || '.'
  const name = plugin === undefined ? paint('bold', place) : `${paint('bold', plugin)} ${version} in ${place}`
  const errors = errorsOf(report)
  const verdict = errors > 0 ? paint('red', count(errors, 'error')) : paint('green', 'no errors')
  const warnings = diagnostics.length > errors ? `, ${count(diagnostics.length - errors, 'warning')}` : ''
  const head = `${name}: ${verdict}${warnings}`
  return diagnostics.length === 0 ? head : `${showDiagnostics(diagnostics)}\n\n${head}`
}

const errorsOf = ({ diagnostics }: CheckReport) => diagnostics.filter(({ severity }) => severity === 'error').length

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
