import { text } from 'node:stream/consumers'
import { nearest_name } from '@atrium/sdk'
import type { JsonSchema, PluginSettings, PluginStatus } from '@atrium/sdk/documents'
import { Command } from 'commander'
import { findPlugin } from '../connection/find-plugin.ts'
import type { HostClient } from '../connection/host-client.ts'
import { CommandFailed } from '../output/command-failed.ts'
import { during } from '../output/interaction.ts'
import { showRows } from '../output/records.ts'
import { showStanding } from '../output/show-plugins.ts'
import type { CommandLine } from './command-line.ts'

/** A setting of a plugin in its printed form. A secret has no value, because nobody can read it. */
interface Setting {
  readonly name: string
  readonly value?: unknown
  readonly secret?: true
  /** Only for a secret: whether it has a value. */
  readonly is_set?: boolean
  readonly description?: string
}

/** `atrium settings …` */
export function settingsCommand(cli: CommandLine): Command {
  const settings = new Command('settings').description('see and change the settings of a plugin')
  for (const make of [listCommand, getCommand, setCommand, unsetCommand]) settings.addCommand(make(cli))
  return settings
}

function listCommand(cli: CommandLine): Command {
  return new Command('list')
    .description('list the settings of a plugin; secrets are masked')
    .argument('<plugin>')
    .action((plugin: string) =>
      cli.withHost(async (host) => {
        const settings = settingsIn(await read(host, plugin))
        const rows = settings.map((each) => [each.name, shown(each), each.description ?? ''])
        cli.print(settings, () => showRows(['NAME', 'VALUE', 'MEANING'], rows))
      }),
    )
}

function getCommand(cli: CommandLine): Command {
  return new Command('get')
    .description('print one setting')
    .argument('<plugin>')
    .argument('<name>', 'its name; below an object with dots: mail.sender')
    .action((plugin: string, name: string) =>
      cli.withHost(async (host) => {
        const setting = settingIn(await read(host, plugin), name)
        cli.print(setting, () => shown(setting))
      }),
    )
}

function setCommand(cli: CommandLine): Command {
  return new Command('set')
    .description('change one setting; the plugin is loaded again')
    .argument('<plugin>')
    .argument('<name>', 'its name; below an object with dots: mail.sender')
    .argument('[value]', 'text, or JSON for everything else; without it, it is read from standard input')
    .addHelpText('after', '\nA secret is read from standard input only: other users of the machine can see arguments.')
    .action((plugin: string, name: string, value: string | undefined) =>
      cli.withHost(async (host) => {
        const document = await read(host, plugin)
        const { schema } = found(document, name)
        if (isSecret(schema) && value !== undefined) throw secretAsArgument(name)
        const given = value ?? (await readInput(name))
        await change(cli, host, { plugin, name, value: parse(given, { name, schema }) })
      }),
    )
}

function unsetCommand(cli: CommandLine): Command {
  return new Command('unset')
    .description('restore what panels.config.json says, or the default')
    .argument('<plugin>')
    .argument('<name>', 'its name; below an object with dots: mail.sender')
    .action((plugin: string, name: string) =>
      cli.withHost(async (host) => {
        const document = await read(host, plugin)
        if (!isLeftOver(document, name)) found(document, name)
        await change(cli, host, { plugin, name, value: null })
      }),
    )
}

/** @throws CommandFailed `plugin_not_found`, `setting_unknown` */
async function read(host: HostClient, plugin: string): Promise<PluginSettings> {
  findPlugin(plugin, await host.get('/api/v1/plugins'))
  return host.get<PluginSettings>(pathOf(plugin))
}

interface Change {
  readonly plugin: string
  readonly name: string
  /** Null restores the configured value. */
  readonly value: unknown
}

async function change(cli: CommandLine, host: HostClient, { plugin, name, value }: Change): Promise<void> {
  const path = name.split('.')
  const body = path.reduceRight<unknown>((inner, member) => ({ [member]: inner }), value) as object
  const changed = await during(`settings ${plugin}`, host.put<PluginSettings>(pathOf(plugin), body))
  const setting = schemaAt(schemaOf(changed), name) === undefined ? { name } : settingIn(changed, name)
  const status = await host.get<PluginStatus>(`/api/v1/plugins/${encodeURIComponent(plugin)}`)
  const standing = status.state === 'failed' ? `\n${showStanding(status)}` : ''
  cli.print(setting, () => `${plugin}.${name} is ${shown(setting) || 'not set'}.${standing}`)
  if (status.state === 'failed') cli.fail()
}

/** The text is used verbatim if the setting is a text, and parsed as JSON otherwise. The host validates it. */
function parse(given: string, { name, schema }: { name: string; schema: JsonSchema }): unknown {
  if (isText(schema)) return given
  try {
    return JSON.parse(given) as unknown
  } catch {
    throw new CommandFailed('setting_invalid', {
      message: `The setting [${name}] is not a text, and [${given}] is not JSON.`,
      fix: 'Write it as JSON, such as 5, true or \'["a","b"]\'.',
    })
  }
}

const isText = ({ type, enum: values, const: only }: JsonSchema) =>
  type === 'string' ||
  (type === undefined && [only, ...((values as unknown[]) ?? [])].some((each) => typeof each === 'string'))

/** Without the final line break. @throws CommandFailed `value_missing` */
async function readInput(name: string): Promise<string> {
  const given = process.stdin.isTTY ? '' : (await text(process.stdin)).replace(/\r?\n$/, '')
  if (given !== '') return given
  throw new CommandFailed('value_missing', {
    message: `There is no value for [${name}].`,
    fix: 'Add it, or pass it on standard input: `atrium settings set <plugin> <name> < file`.',
  })
}

const settingsIn = (document: PluginSettings): Setting[] =>
  Object.keys(propertiesOf(schemaOf(document))).map((name) => settingIn(document, name))

function settingIn(document: PluginSettings, name: string): Setting {
  const { schema, value } = found(document, name)
  const { title, description = title } = schema as { title?: string; description?: string }
  const about = description === undefined ? {} : { description }
  if (isSecret(schema)) return { name, secret: true, is_set: document.secrets_set.includes(name), ...about }
  return { name, ...(value !== undefined && { value }), ...about }
}

/** @throws CommandFailed `setting_unknown` */
function found(document: PluginSettings, name: string): { schema: JsonSchema; value: unknown } {
  let schema = schemaOf(document)
  for (const member of name.split('.')) {
    const properties = propertiesOf(schema)
    if (!Object.hasOwn(properties, member)) throw unknown(document.plugin, { name, known: Object.keys(properties) })
    schema = properties[member] as JsonSchema
  }
  return { schema, value: valueAt(document.values, name) }
}

/** Whether a setting is stored, by itself or in an object, that the plugin no longer has. */
const isLeftOver = ({ values, secrets_set, form }: PluginSettings, name: string) =>
  schemaAt(form.schema, name) === undefined && (secrets_set.includes(name) || valueAt(values, name) !== undefined)

const schemaAt = (schema: JsonSchema, name: string): JsonSchema | undefined =>
  name.split('.').reduce<JsonSchema | undefined>((outer, member) => outer && propertiesOf(outer)[member], schema)

const valueAt = (values: object, name: string): unknown =>
  name.split('.').reduce<unknown>((outer, member) => (outer as Record<string, unknown> | undefined)?.[member], values)

const schemaOf = ({ form }: PluginSettings) => form.schema

const propertiesOf = ({ properties = {} }: JsonSchema) => properties as Record<string, JsonSchema>

const isSecret = (schema: JsonSchema) => schema['writeOnly'] === true

const shown = ({ is_set, value }: Setting) =>
  is_set === true ? '(secret)' : typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

const pathOf = (plugin: string) => `/api/v1/plugins/${encodeURIComponent(plugin)}/settings`

function unknown(plugin: string, { name, known }: { name: string; known: readonly string[] }): CommandFailed {
  const near = nearest_name(name, known)
  const others = known.length === 0 ? 'There are none.' : `Known: ${known.join(', ')}.`
  const message = `The plugin [${plugin}] has no setting [${name}].${near === undefined ? '' : ` Did you mean [${near}]?`} ${others}`
  return new CommandFailed('setting_unknown', { message })
}

const secretAsArgument = (name: string) =>
  new CommandFailed('secret_as_argument', {
    message: `The setting [${name}] is secret, and other users of the machine can see arguments. Nothing was changed.`,
    fix: 'Pass it on standard input: `atrium settings set <plugin> <name> < file`.',
  })
