import path from 'node:path'
import { Command } from 'commander'
import type { BackupResult, RestoreResult } from '../../base/backup/index.ts'
import { packageVersion } from '../../base/config/index.ts'
import { during } from '../output/interaction.ts'
import type { CommandLine } from './command-line.ts'

/** `atrium backup <file>` */
export function backupCommand(cli: CommandLine): Command {
  return new Command('backup')
    .description(
      'back up the database and the files of plugins to a file, also while hosts run; run it on the machine with the data directory',
    )
    .argument('<file>')
    .option('--force', 'replace the file if it exists')
    .action(async (file: string, { force = false }: { force?: boolean }) => {
      const { backUp } = await import('../../base/backup/index.ts')
      const options = { ...cli.environment(), version: packageVersion, file: path.resolve(file), overwrite: force }
      const written = await during('Backing up', backUp(options))
      cli.print(written, () => describeBackup(written))
    })
}

/** `atrium restore <file>` */
export function restoreCommand(cli: CommandLine): Command {
  return new Command('restore')
    .description('replace the data by a backup, while no host runs; the previous data is kept')
    .argument('<file>')
    .option('--without-key', 'restore without the key of the secrets; you must enter the secrets again')
    .action(async (file: string, { withoutKey = false }: { withoutKey?: boolean }) => {
      const { restore } = await import('../../base/backup/index.ts')
      const { platformMigrations } = await import('../../open-storage.ts')
      const knownMigrations = platformMigrations.map(({ name }) => name)
      const own = { version: packageVersion, file: path.resolve(file), knownMigrations, withoutKey }
      const restored = await during('Restoring', restore({ ...cli.environment(), ...own }))
      cli.print(restored, () => describeRestore(restored))
    })
}

function describeBackup({ file, size, file_count, files, keys }: BackupResult): string {
  const content =
    files === 'bucket' ? 'the database' : `the database and ${file_count} ${file_count === 1 ? 'file' : 'files'}`
  const bucket = files === 'bucket' ? ['Files are in the bucket of ATRIUM_FILES: back it up with its own tools.'] : []
  const key =
    keys.length === 0
      ? []
      : [
          `It does not contain the key of secrets [${keys[0]}] (secret.key or ATRIUM_SECRET_KEY): keep a copy of it elsewhere.`,
        ]
  return [`Wrote [${file}], ${(size / 1e6).toFixed(1)} MB, with ${content}.`, ...bucket, ...key].join('\n')
}

function describeRestore({ file, created_at, kept, file_count, files_replaced, data_dir }: RestoreResult): string {
  const former = kept === null ? [] : [`The previous data is in [${kept}]. Remove it when you no longer need it.`]
  const what = `Restored [${file}] of ${created_at.slice(0, 16).replace('T', ' ')} UTC, with ${file_count} ${file_count === 1 ? 'file' : 'files'}.`
  const apart =
    kept === null || files_replaced
      ? []
      : [
          `Its files were added to those in [${path.join(data_dir, 'files')}], which is a separate mount and was not replaced.`,
        ]
  return [what, ...former, ...apart, 'Start the host: atrium start'].join('\n')
}
