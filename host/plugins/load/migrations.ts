import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import type { ModuleNamespace } from './shared-modules.ts'

/** A migration of a generation. Its code comes from the bundle, so later changes on disk do not matter. */
export interface BundledMigration extends MigrationFile {
  /** SHA-256 of the source text in hex, without line endings and byte order mark. */
  source_hash: string
  /** The line of `up`, or 1. */
  line: number
  up: (...parameters: unknown[]) => unknown
  down?: (...parameters: unknown[]) => unknown
}

/** Joins migration files with their modules. Reports files that are not migrations. */
export function bundleMigrations(
  files: readonly MigrationFile[],
  { modules, sources }: { modules: readonly ModuleNamespace[]; sources: ReadonlyMap<string, string> },
): { migrations: BundledMigration[]; findings: Diagnostic[] } {
  const migrations = files.map((file, index) => ({
    ...file,
    ...pickSteps(modules[index]!),
    source_hash: hashSource(sources.get(file.file)!),
    line: lineOfUp(sources.get(file.file)!),
  }))
  const findings = migrations.flatMap((migration, index) =>
    checkMigration(migration, { before: files.slice(0, index), down: modules[index]?.down }),
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

const UP = /^\s*export\b.*\bup\b/

const lineOfUp = (source: string) =>
  Math.max(
    0,
    source.split('\n').findIndex((line) => UP.test(line)),
  ) + 1

function checkMigration(
  { name, file, up }: MigrationFile & Partial<BundledMigration>,
  { before, down }: { before: readonly MigrationFile[]; down: unknown },
): Diagnostic[] {
  const where = { file: `migrations/${file.slice(file.lastIndexOf(name))}`, line: 1 }
  const findings: Diagnostic[] = []
  if (!up)
    findings.push(
      diagnose('migration_invalid', {
        message: `The migration [${name}] exports no function [up].`,
        where,
        fix: 'Write "export async function up(…)", and "down" if the step can be reverted.',
      }),
    )
  if (down !== undefined && !isStep(down))
    findings.push(
      diagnose('migration_invalid', {
        message: `[down] of the migration [${name}] is not a function.`,
        where,
        fix: 'Write "export async function down(…)", or leave it out if the step cannot be reverted.',
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

/** A migration file. Its name without extension determines the order. */
export interface MigrationFile {
  name: string
  /** Absolute. */
  file: string
}

/** Lists `<plugin>/migrations/*.{ts,js}`, sorted by name. Empty if the folder does not exist. */
export async function listMigrations(directory: string): Promise<MigrationFile[]> {
  const folder = path.join(directory, 'migrations')
  const files = await listMigrationFolder(directory)
  return files
    .filter((file) => /^[^.].*\.[tj]s$/.test(file) && !file.endsWith('.d.ts'))
    .sort()
    .map((file) => ({ name: path.parse(file).name, file: path.join(folder, file) }))
}

/** The names of all files in `<plugin>/migrations`, whether they are migrations or not. */
export const listMigrationFolder = (directory: string): Promise<string[]> =>
  readdir(path.join(directory, 'migrations')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
