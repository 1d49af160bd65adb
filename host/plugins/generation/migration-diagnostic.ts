import type { Diagnostic } from '@atrium/sdk/documents'
import type { MigrationError } from '../../base/db/index.ts'
import { diagnose } from '../../base/errors/index.ts'
import { authorPlace, relativeFile } from '../load/author-frame.ts'
import type { MigrationFile } from '../load/migrations.ts'

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
