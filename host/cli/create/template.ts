import { readdir, readFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tablePrefix } from '../../base/db/index.ts'
import { CommandFailed } from '../command-failed.ts'
import { packageDirectory } from '../directories.ts'

/** What a new plugin calls its things, all of it made from its id. */
interface PluginNames {
  /** `repair-shop` */
  readonly id: string
  /** `Repair shop` */
  readonly title: string
  /** `atrium-plugin-repair-shop` */
  readonly packageName: string
  /** `repair_shop_` */
  readonly tablePrefix: string
  /** Where its screens are. */
  readonly panel: string
}

export function pluginNames(id: string, { panel }: { panel: string }): PluginNames {
  const words = id.replaceAll('-', ' ')
  return {
    id,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    packageName: `atrium-plugin-${id}`,
    tablePrefix: tablePrefix(id),
    panel,
  }
}

/** Beside the host, as in its repository. */
const TEMPLATE = path.join(packageDirectory, '../plugins/template')

const NOT_COPIED = new Set(['node_modules', 'dist'])

/** Reads the files of the template plugin. @throws CommandFailed `template_missing` */
export async function readTemplate(directory = TEMPLATE): Promise<PluginFiles> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true }).catch((cause: unknown) => {
    throw new CommandFailed('template_missing', {
      message: `The template plugin is not at [${directory}].`,
      fix: 'Run this in a clone of Atrium’s repository, or copy its folder plugins/template there.',
      cause,
    })
  })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).some((part) => NOT_COPIED.has(part)))
    .sort()
  const read = async (file: string) =>
    [file.replaceAll(path.sep, '/'), await readFile(path.join(directory, file), 'utf8')] as const
  return new Map(await Promise.all(files.map(read)))
}

/** The names that the template has in its files, and what takes their place. In this order: the particular before the general. */
function replacements({ id, title, packageName, tablePrefix, panel }: PluginNames): [RegExp, string][] {
  return [
    [/@atrium\/plugin-template/g, packageName],
    [
      /^The smallest complete plugin\b.*(\n.+)*/gm,
      `Made by \`atrium plugins create ${id}\`; all of it is yours to change.`,
    ],
    [/Items: the smallest complete plugin, made to be copied\./g, `${title}, as an administrative plugin.`],
    [/\.id\('items'\)/g, `.id('${id}-items')\n      .list_path('/items')`],
    [/\.title\('Items'\)/g, `.title('${title} items')`],
    [/\.module_path\('items'\)/g, `.module_path('${id}')`],
    [/'Examples'/g, `'${title}'`],
    [/'operations'/g, `'${panel}'`],
    [/\bpanels\/operations\b/g, `panels/${panel}`],
    [/\b0001_items\b/g, `0001_${tablePrefix}items`],
    [/\btemplate_(?=[a-z])/g, tablePrefix],
    [/\btemplate\b/g, id],
    [/\bTemplate\b/g, title],
  ]
}

/** A file by its path relative to the plugin's folder, with `/`. */
type PluginFiles = ReadonlyMap<string, string>

/**
 * The template's files under the names of a new plugin, those of the files included.
 * @throws CommandFailed `template_changed` where a name is not found any more: then the list of replacements is out of date
 */
export function renameTemplate(template: PluginFiles, names: PluginNames): PluginFiles {
  const all = replacements(names)
  const whole = [...template].flat().join('\n')
  for (const [pattern] of all) if (whole.search(pattern) === -1) throw changed(pattern)
  const rename = (text: string) => all.reduce((renamed, [pattern, name]) => renamed.replace(pattern, name), text)
  return new Map([...template].map(([file, text]) => [rename(file), rename(text)]))
}

const changed = (pattern: RegExp) =>
  new CommandFailed('template_changed', {
    message: `The template has nothing any more that ${String(pattern)} finds, so a plugin made of it would not be right.`,
    fix: 'Bring host/cli/create/rename-template.ts in line with plugins/template.',
  })

/** Writes a plugin beside its place and moves it there: a host that watches never finds half of it. */
export async function writePlugin(directory: string, files: PluginFiles): Promise<void> {
  const parent = path.dirname(directory)
  await mkdir(parent, { recursive: true })
  // Folders that begin with a dot are no candidates for plugins.
  const draft = await mkdtemp(path.join(parent, '.create-'))
  try {
    const plugin = path.join(draft, 'plugin')
    for (const [file, text] of files) await writeNew(path.join(plugin, file), text)
    await rename(plugin, directory)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function writeNew(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
}
