import { invalid_values, type Knex, scoped_rows } from '@atrium/sdk'
import { Location, Service, Specialist } from './catalog-records.ts'

const TABLES = {
  location_id: { table: 'booking_locations', schema: Location },
  service_id: { table: 'booking_services', schema: Service },
  specialist_id: { table: 'booking_specialists', schema: Specialist },
} as const

type References = { readonly [Name in keyof typeof TABLES]?: number }

/**
 * Checks that the referenced records exist within the caller's reach. Missing ids are skipped, and so are those that the record already
 * has.
 * @throws ApiError 422 naming each missing record
 */
export async function requireReferences(db: Knex, references: References, current?: References): Promise<void> {
  const names = (Object.keys(TABLES) as (keyof References)[]).filter(
    (name) => references[name] !== undefined && references[name] !== current?.[name],
  )
  const missing = []
  for (const name of names) {
    const { table, schema } = TABLES[name]
    const found: unknown = await scoped_rows(db, table, schema).where({ id: references[name] }).first('id')
    if (found === undefined)
      missing.push({ pointer: `/${name}`, message: 'This record does not exist', keyword: 'exists' })
  }
  if (missing.length > 0) throw invalid_values(missing)
}
