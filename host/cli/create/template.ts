import { existsSync } from 'node:fs'
import { readdir, readFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tablePrefix } from '../../base/db/index.ts'
import { CommandFailed } from '../output/command-failed.ts'
import { packageDirectory } from '../../base/config/index.ts'

/** The names in a new plugin. All except the panel are derived from its id. */
interface PluginNames {
  /** `repair-shop` */
  readonly id: string
  /** `Repair shop` */
  readonly title: string
  /** `atrium-plugin-repair-shop` */
  readonly packageName: string
  /** `repair_shop_` */
  readonly tablePrefix: string
  /** The id of the panel that shows its screens. */
  readonly panel: string
}

/** Derives the names in a new plugin from its id. */
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

/** File contents by path relative to the plugin's folder, with `/` as separator. */
type PluginFiles = ReadonlyMap<string, string>

/** The template's folder: in the repository next to the host; in an installed host, the copy made by the build. */
const TEMPLATE =
  [path.join(packageDirectory, '../plugins/template'), path.join(packageDirectory, 'dist/template')].find((folder) =>
    existsSync(path.join(folder, 'package.json')),
  ) ?? path.join(packageDirectory, 'dist/template')

const NOT_COPIED = new Set(['node_modules', 'dist'])

/** Reads the files of the template plugin. @throws CommandFailed `template_missing` */
export async function readTemplate(directory = TEMPLATE): Promise<PluginFiles> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true }).catch((cause: unknown) => {
    throw new CommandFailed('template_missing', {
      message: `There is no template plugin at [${directory}].`,
      fix: 'Install @atrium/host again (in a clone of the repository: npm run build), or copy plugins/template of the repository there.',
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

/**
 * Replaces the template's names by those of a new plugin, in file names and contents.
 * @throws CommandFailed `template_changed` if a pattern no longer matches anything, because the list of replacements is out of date then
 */
export function renameTemplate(template: PluginFiles, names: PluginNames): PluginFiles {
  const all = replacements(names)
  const whole = [...template].flat().join('\n')
  for (const [pattern] of all) if (whole.search(pattern) === -1) throw changed(pattern)
  const rename = (text: string) => all.reduce((renamed, [pattern, name]) => renamed.replace(pattern, name), text)
  const textOf = (file: string, text: string) =>
    file.startsWith('translations/') ? renamedTranslations(text, rename) : rename(text)
  return new Map([...template].map(([file, text]) => [rename(file), textOf(file, text)]))
}

/** A text with a new name stays untranslated: the translation still has the name of the template. */
function renamedTranslations(text: string, rename: (text: string) => string): string {
  const known = JSON.parse(text) as Record<string, string>
  const entries = Object.entries(JSON.parse(rename(text)) as Record<string, string>)
  const translated = entries.map(([key, translation]) => [key, key in known ? translation : key])
  return `${JSON.stringify(Object.fromEntries(translated), null, 2)}\n`
}

/** The names in the template's files and their replacements. The order matters: specific patterns come before general ones. */
function replacements({ id, title, packageName, tablePrefix, panel }: PluginNames): [RegExp, string][] {
  return [
    [/@atrium\/plugin-template/g, packageName],
    [
      /^The smallest complete plugin\b.*(\n.+)*/gm,
      `Created with \`atrium plugins create ${id}\`. Everything in it is yours to change.`,
    ],
    [/Items: the smallest complete plugin, made to be copied\./g, `${title}, as an administrative plugin.`],
    [/\.id\('items'\)/g, `.id('${id}-items')\n      .list_path('/items')`],
    [/\.title\('Items'\)/g, `.title('${title} items')`],
    [/\.module_path\('items'\)/g, `.module_path('${id}')`],
    [/'Examples'/g, `'${title}'`],
    [/"Items":/g, `"${title} items":`],
    [/'operations'/g, `'${panel}'`],
    [/\bpanels\/operations\b/g, `panels/${panel}`],
    [/\b0001_items\b/g, `0001_${tablePrefix}items`],
    [/\btemplate_(?=[a-z])/g, tablePrefix],
    [/\btemplate\b/g, id],
    [/\bTemplate\b/g, title],
  ]
}

const changed = (pattern: RegExp) =>
  new CommandFailed('template_changed', {
    message: `The template no longer contains anything that matches ${String(pattern)}, so a plugin created from it would be wrong.`,
    fix: 'Adapt the list of replacements in host/cli/create/template.ts to plugins/template.',
  })

/** Writes a plugin to a draft folder and then moves it into place, so that a watching host never finds an incomplete plugin. */
export async function writePlugin(directory: string, files: PluginFiles): Promise<void> {
  const parent = path.dirname(directory)
  await mkdir(parent, { recursive: true })
  // Discovery ignores folders whose name begins with a dot.
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
