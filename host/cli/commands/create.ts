import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PluginPlan } from '@atrium/sdk/documents'
import { Command } from 'commander'
import { packageDirectory } from '../../base/config/index.ts'
import type { CommandLine } from './command-line.ts'
import { during } from '../output/interaction.ts'
import { paint } from '../output/text.ts'
import { planSucceeded, showPlan } from '../output/show-plugins.ts'

interface CreateOptions {
  readonly panel: string
  readonly activate?: boolean
}

/** The result of the command. */
interface Creation {
  readonly plugin: string
  /** Absolute. */
  readonly directory: string
  /** Relative to `directory`. */
  readonly files: readonly string[]
  /** The plan of the activation. Only with `--activate`. */
  readonly plan?: PluginPlan
}

/** `atrium plugins create <name>` */
export function createCommand(cli: CommandLine): Command {
  return new Command('create')
    .description('create a plugin in the first plugin folder, from the template, and rename everything in it')
    .argument('<name>', 'id of the plugin: lowercase letters, digits and hyphens')
    .option('--panel <id>', 'panel that shows its screens', 'operations')
    .option('--activate', 'activate it immediately')
    .action(async (id: string, options: CreateOptions) => {
      const created = await create(cli, id, options)
      const creation = options.activate ? { ...created, plan: await activate(cli, id) } : created
      cli.print(creation, () => showCreation(creation))
      if (creation.plan && !planSucceeded(creation.plan)) cli.fail()
    })
}

async function create(cli: CommandLine, id: string, { panel }: CreateOptions): Promise<Creation> {
  const [{ checkNewPlugin }, { pluginNames, readTemplate, renameTemplate, writePlugin }] = await Promise.all([
    import('../create/check-new-plugin.ts'),
    import('../create/template.ts'),
  ])
  const environment = cli.environment()
  const directory = path.join(environment.pluginDirectories[0] ?? '', id)
  await checkNewPlugin({ id, panel, directory }, environment)
  const files = renameTemplate(await readTemplate(), pluginNames(id, { panel }))
  await writePlugin(directory, files)
  return { plugin: id, directory, files: [...files.keys()] }
}

function activate(cli: CommandLine, id: string): Promise<PluginPlan> {
  return cli.withPlugins((plugins) => during(`activate ${id}`, plugins.act('activate', id)))
}

function showCreation({ plugin, directory, files, plan }: Creation): string {
  const place = path.relative(process.cwd(), directory) || '.'
  const test = files.find((file) => file.endsWith('.test.ts'))
  const next = plan ? showPlan(plan) : `Activate it with: ${paint('bold', `atrium plugins activate ${plugin}`)}`
  return [
    `Created ${paint('bold', place)}:`,
    ...files.map((file) => `  ${file}`),
    next,
    ...(test === undefined ? [] : howToTest(`${place}/${test}`, directory)),
  ].join('\n')
}

/**
 * `npm test` is a script of the repository, whose packages are not found from a folder outside of it. With an installed host, mocha must not
 * load packages a second time by `require`.
 */
function howToTest(file: string, directory: string): string[] {
  const repository = path.dirname(packageDirectory)
  if (existsSync(path.join(packageDirectory, 'cli/main.ts'))) {
    const isOutside = path.relative(repository, directory).startsWith('..')
    const link = `npm install --prefix ${directory} --no-save ${repository}/sdk ${repository}/host ${repository}/node_modules/chai`
    const run = `npm --prefix ${repository} test -- ${path.resolve(file)}`
    if (isOutside) return [`Test it with: ${link}`, `              ${run}`]
    return [`Test it with: ${process.cwd() === repository ? `npm test -- ${file}` : run}`]
  }
  return [
    'Test it with: npm install --save-dev mocha chai tsx typescript @types/mocha @types/chai',
    `              npx mocha --import=tsx --no-experimental-require-module ${file}`,
    `Check types with: npx tsc -p ${directory}`,
  ]
}
