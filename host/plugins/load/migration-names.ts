import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { nearest_name } from '@atrium/sdk'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { listMigrationFolder, type MigrationFile } from './migrations.ts'

/**
 * Reports what the names in a plugin's folder `migrations` hide: files that never run, and an order that the numbers do not show. These are
 * warnings, because a migration that was applied may never be renamed.
 * @param plugin.sources the texts of the plugin's own files: a file that one of them names is read by the plugin itself
 * @param plugin.migrations in their order
 */
export async function checkMigrationNames(
  { id, directory }: Pick<PluginManifest, 'id' | 'directory'>,
  { sources, migrations }: { sources: ReadonlyMap<string, string>; migrations: readonly MigrationFile[] },
): Promise<Diagnostic[]> {
  const files = await listMigrationFolder(directory)
  const texts = [...sources.values()]
  const isRead = (file: string) => texts.some((text) => text.includes(path.extname(file)))
  const ignored = files.filter((file) => IGNORED.has(path.extname(file)) && !isRead(file)).sort()
  const names = migrations.map(({ name, file }) => ({ name, file: path.basename(file) }))
  return [
    ...(files.length > 0 ? [] : await otherFolder(directory)),
    ...ignored.map(migrationIgnored),
    ...names.flatMap((each, at) => checkNumber(each, { id, before: names[at - 1] })),
  ]
}

/** A folder with a name like `migration`, in a plugin without the folder `migrations`. */
async function otherFolder(directory: string): Promise<Diagnostic[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const like = folders.includes(FOLDER) ? undefined : folders.find((name) => nearest_name(name, [FOLDER]))
  const [first] = like === undefined ? [] : (await readdir(path.join(directory, like))).filter(isScript).sort()
  if (like === undefined || first === undefined) return []
  return [
    diagnose('migration_ignored', {
      message: `The folder [${like}] is never read: migrations are in [${FOLDER}].`,
      where: { file: `${like}/${first}`, line: 1 },
      fix: `Rename the folder to [${FOLDER}].`,
    }),
  ]
}

const FOLDER = 'migrations'

const isScript = (name: string) => /\.[tj]s$/.test(name)

/** Files that an author may take for migrations. Others, such as a README, are not meant to run. */
const IGNORED = new Set(['.sql', '.mts', '.mjs', '.cts', '.cjs', '.tsx', '.jsx'])

function migrationIgnored(file: string): Diagnostic {
  const { name, ext } = path.parse(file)
  const fix =
    ext === '.sql'
      ? `Write [${name}.ts] with \`export const up = (db) => db.raw('…')\`, and remove this file.`
      : `Rename it to [${name}${/t/.test(ext) ? '.ts' : '.js'}].`
  return diagnose('migration_ignored', {
    message: `The file [migrations/${file}] is never run: a migration ends in [.ts] or [.js].`,
    where: { file: `migrations/${file}`, line: 1 },
    fix,
  })
}

interface NamedFile {
  readonly name: string
  readonly file: string
}

/** Compares a migration with the one that runs before it. */
function checkNumber(
  { name, file }: NamedFile,
  { id, before }: { id: string; before: NamedFile | undefined },
): Diagnostic[] {
  const order = before === undefined ? 0 : compareNumbers(numberOf(before.name), numberOf(name))
  if (before === undefined || order === undefined || order < 0 || before.name === name) return []
  const where = { file: `migrations/${file}`, line: 1 }
  if (order === 0)
    return [
      diagnose('migration_numbering', {
        message: `The migrations [${before.name}] and [${name}] have the same number. They run in the order of their names.`,
        where,
        fix: `Give [${name}] the next number before it is applied anywhere else. Where it is applied already, undo it first with \`atrium plugins migrate ${id} --to ${before.name}\`.`,
      }),
    ]
  return [
    diagnose('migration_numbering', {
      message: `The migration [${name}] runs after [${before.name}], although its number is lower: names are compared letter by letter.`,
      where,
      fix: 'Write all numbers with the same count of digits, such as [0002] and [0010], before the migrations are applied anywhere else.',
    }),
  ]
}

/** The number of a migration, in its parts: `0002_colours` → 2, `2026_11_27_colours` → 2026, 11, 27. Undefined if its name has none. */
function numberOf(name: string): readonly number[] | undefined {
  const [number] = /^\d+(?:[_-]\d+)*(?=[_.-]|$)/.exec(name) ?? []
  return number?.split(/[_-]/).map(Number)
}

/** Below 0 if the first is lower. Undefined if one has no number. */
function compareNumbers(one: readonly number[] | undefined, other: readonly number[] | undefined): number | undefined {
  if (one === undefined || other === undefined) return undefined
  const at = one.findIndex((part, index) => part !== other[index])
  if (at < 0) return one.length - other.length
  return one[at]! - (other[at] ?? -1)
}
