import type { Diagnostic } from '@atrium/sdk/documents'
import type { MigrationError } from '../../db/index.ts'
import { diagnose } from '../../errors/index.ts'
import { authorPlace, relativeFile } from '../loading/author-frame.ts'
import type { MigrationFile } from '../loading/list-migrations.ts'

/** Says which migration stands in the way, with the author's line where it threw. */
export function migrationDiagnostic(
  { code, message, migration, cause }: MigrationError,
  { directory, migrations }: { directory: string; migrations: readonly MigrationFile[] },
): Diagnostic {
  const found = migrations.find(({ name }) => name === migration)
  const file = found ? relativeFile(found.file, directory) : `migrations/${migration}`
  return diagnose(code, {
    message,
    where: authorPlace(cause, directory) ?? { file },
    ...(cause instanceof Error && { cause: cause.message }),
  })
}
