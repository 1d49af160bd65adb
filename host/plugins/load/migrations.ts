import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import type { ModuleNamespace } from './shared-modules.ts'

/** A migration as part of a generation: its code is the bundle's, not what the disk holds by the time it runs. */
export interface BundledMigration extends MigrationFile {
  /** SHA-256 in hex of the source text; line endings and a byte order mark do not count. */
  source_hash: string
  up: (...parameters: unknown[]) => unknown
  down?: (...parameters: unknown[]) => unknown
}

/** Joins migration files to the modules they became, or says which are no migrations. */
export function bundleMigrations(
  files: readonly MigrationFile[],
  { modules, sources }: { modules: readonly ModuleNamespace[]; sources: ReadonlyMap<string, string> },
): { migrations: BundledMigration[]; findings: Diagnostic[] } {
  const migrations = files.map((file, index) => ({
    ...file,
    ...pickSteps(modules[index]!),
    source_hash: hashSource(sources.get(file.file)!),
  }))
  const findings = migrations.flatMap((migration, index) =>
    checkMigration(migration, { before: files.slice(0, index) }),
  )
  return { migrations: migrations as BundledMigration[], findings }
}

function pickSteps({ up, down }: ModuleNamespace): Partial<Pick<BundledMigration, 'up' | 'down'>> {
  return { ...(isStep(up) && { up }), ...(isStep(down) && { down }) }
}

function isStep(value: unknown): value is BundledMigration['up'] {
  return typeof value === 'function'
}

function hashSource(source: string): string {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  return createHash('sha256').update(text).digest('hex')
}

function checkMigration(
  { name, file, up }: MigrationFile & Partial<BundledMigration>,
  { before }: { before: readonly MigrationFile[] },
): Diagnostic[] {
  const where = { file: `migrations/${file.slice(file.lastIndexOf(name))}` }
  const findings: Diagnostic[] = []
  if (!up)
    findings.push(
      diagnose('migration_invalid', {
        message: `The migration [${name}] exports no function "up".`,
        where,
        fix: 'Write "export async function up(…)", and "down" if the step can be taken back.',
      }),
    )
  if (before.some((other) => other.name === name))
    findings.push(
      diagnose('migration_name_taken', {
        message: `There are two migrations named [${name}].`,
        where,
        fix: 'Rename one of the files; the extension is not part of the name.',
      }),
    )
  return findings
}

/** A migration as a file: its name is the file's without extension, and orders it. */
export interface MigrationFile {
  name: string
  /** Absolute. */
  file: string
}

/** Lists `<plugin>/migrations/*.{ts,js}` in the order of their names; a plugin without that folder has none. */
export async function listMigrations(directory: string): Promise<MigrationFile[]> {
  const folder = path.join(directory, 'migrations')
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return files
    .filter((file) => /^[^.].*\.[tj]s$/.test(file) && !file.endsWith('.d.ts'))
    .sort()
    .map((file) => ({ name: path.parse(file).name, file: path.join(folder, file) }))
}
