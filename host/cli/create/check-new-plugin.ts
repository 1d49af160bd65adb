import { existsSync } from 'node:fs'
import path from 'node:path'
import { nearest_name } from '@atrium/sdk'
import { ConfigError, readPanelsConfig } from '../../base/config/index.ts'
import type { HostOptions } from '../../base/config/index.ts'
import { discoverPlugins, pluginIdProblem, suggestPluginId } from '../../plugins/index.ts'
import { CommandFailed } from '../output/command-failed.ts'

interface NewPlugin {
  readonly id: string
  readonly panel: string
  /** The folder to create, absolute. */
  readonly directory: string
}

/**
 * Checks whether the plugin can be created, before anything is written.
 * @throws CommandFailed `id_invalid`, `id_reserved`, `directory_taken`, `plugin_id_taken`, `panel_unknown`; ConfigError
 */
export async function checkNewPlugin(plugin: NewPlugin, environment: HostOptions): Promise<void> {
  checkId(plugin.id)
  checkDirectory(plugin.directory)
  await checkOwner(plugin.id, environment)
  await checkPanel(plugin.panel, environment)
}

function checkId(id: string): void {
  const problem = pluginIdProblem(id)
  if (problem === 'id_invalid') {
    throw new CommandFailed(problem, {
      message: `[${id}] is not a valid plugin id. An id consists of lowercase letters, digits and hyphens and begins with a letter.`,
      fix: `Write it as: atrium plugins create ${suggestPluginId(id)}`,
      exitCode: 2,
    })
  }
  if (problem === 'id_reserved') {
    const message = `The id [${id}] is reserved: /api/v1/${id} belongs to the platform.`
    throw new CommandFailed(problem, { message, fix: 'Choose another id.', exitCode: 2 })
  }
}

function checkDirectory(directory: string): void {
  if (!existsSync(directory)) return
  throw new CommandFailed('directory_taken', {
    message: `[${directory}] already exists; nothing was written.`,
    fix: 'Choose another id, or move the folder away.',
  })
}

async function checkOwner(id: string, { pluginDirectories }: HostOptions): Promise<void> {
  const { candidates } = await discoverPlugins(pluginDirectories)
  const owner = candidates.find(({ manifest }) => manifest?.id === id)
  if (!owner) return
  throw new CommandFailed('plugin_id_taken', {
    message: `The plugin in [${path.relative(process.cwd(), owner.directory)}] already has the id [${id}].`,
    fix: 'Choose another id.',
  })
}

async function checkPanel(panel: string, { panelsFile, panelsOptional }: HostOptions): Promise<void> {
  const { config, findings } = await readPanelsConfig(panelsFile, { isOptional: panelsOptional })
  if (!config) throw new ConfigError(findings)
  const known = config.panels.filter(({ enabled }) => enabled).map(({ id }) => id)
  if (known.includes(panel)) return
  const near = nearest_name(panel, known)
  throw new CommandFailed('panel_unknown', {
    message: `There is no panel [${panel}] in ${panelsFile}.${near === undefined ? '' : ` Did you mean [${near}]?`}`,
    fix: `Pass one of these as --panel: ${known.join(', ')}. Or add the panel to the file.`,
    exitCode: 2,
  })
}
