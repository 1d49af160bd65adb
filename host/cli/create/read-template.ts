import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailed } from '../command-failed.ts'
import { packageDirectory } from '../package-directory.ts'
import type { PluginFiles } from './rename-template.ts'

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
