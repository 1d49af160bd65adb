import type { Routes } from '@atrium/sdk'
import { Type } from '@atrium/sdk'
import type { Database, RewrittenColumn } from '../../base/db/index.ts'
import { rewriteTexts } from '../../base/db/index.ts'
import type { KeyRing } from '../../base/secrets/index.ts'

const Rotated = Type.Object(
  {
    resealed: Type.Integer({ description: 'Values that are sealed with the present key now' }),
    left: Type.Array(
      Type.Object(
        { table: Type.String(), column: Type.String(), values: Type.Integer() },
        { additionalProperties: false },
      ),
      { description: 'Values that need a former key' },
    ),
    former_keys: Type.Integer({ description: 'Keys besides the present one; they can be removed if nothing is left' }),
  },
  { additionalProperties: false },
)

/** Declares the operation behind `atrium secrets rotate`. */
export function declareSecretRoutes(routes: Routes, parts: { database: Database; keys: KeyRing }): void {
  routes.post(
    '/secrets/rotate',
    {
      transaction: false,
      timeout_seconds: 3600,
      permission: 'platform.secrets.rotate',
      response: Rotated,
      summary: 'Seal all stored secrets with the first key of ATRIUM_SECRET_KEY',
    },
    () => rotateSecrets(parts),
  )
}

/**
 * Reseals all secrets that a former key has sealed, in all tables, including those of plugins. Former keys can still open, so it may be
 * interrupted at any time and run again.
 */
export async function rotateSecrets({ database, keys }: { database: Database; keys: KeyRing }) {
  const { formerKeys } = keys
  const columns = formerKeys.length === 0 ? [] : await reseal(database, keys)
  return {
    resealed: columns.reduce((sum, { rewritten }) => sum + rewritten, 0),
    left: columns.flatMap(({ table, column, left }) => (left > 0 ? [{ table, column, values: left }] : [])),
    former_keys: formerKeys.length,
  }
}

const reseal = (database: Database, keys: KeyRing): Promise<RewrittenColumn[]> =>
  rewriteTexts(database, {
    containing: keys.formerKeys.flatMap((id) => [`v1.${id}.`, `v2.${id}.`]),
    rewrite: (text, { table, row }) => keys.reseal(text, placeOf(table, row)),
  })

/** The places of the platform's own secrets, which are missing from texts of the first version. */
function placeOf(table: string, { id, user_id }: Readonly<Record<string, unknown>>) {
  if (table === 'platform_plugins') return { plugin: String(id), place: 'platform_plugins.settings' }
  return table === 'platform_totp'
    ? { plugin: 'platform', place: `platform_totp/${String(user_id)}/secret` }
    : undefined
}
