import { CommandFailed } from '../command-failed.ts'
import type { PluginNames } from './plugin-names.ts'

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
export type PluginFiles = ReadonlyMap<string, string>

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
