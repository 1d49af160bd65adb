import { invalid_values, type Knex, Type } from '@atrium/sdk'

/** Schema of the id of another record, limited to what an integer column holds. */
export const reference = (title: string, description?: string) =>
  Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, title, ...(description && { description }) })

const TABLES = {
  location_id: 'booking_locations',
  service_id: 'booking_services',
  specialist_id: 'booking_specialists',
} as const

type References = { readonly [Name in keyof typeof TABLES]?: number }

/** Checks that the records exist; ids that are not given are skipped. @throws ApiError 422 naming each missing record */
export async function requireReferences(db: Knex, references: References): Promise<void> {
  const names = (Object.keys(TABLES) as (keyof References)[]).filter((name) => references[name] !== undefined)
  const missing = []
  for (const name of names) {
    const found: unknown = await db(TABLES[name]).where({ id: references[name] }).first('id')
    if (found === undefined)
      missing.push({ pointer: `/${name}`, message: 'This record does not exist', keyword: 'exists' })
  }
  if (missing.length > 0) throw invalid_values(missing)
}
