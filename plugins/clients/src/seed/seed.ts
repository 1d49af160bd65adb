import { type PluginContext, present_caller, type Random, seed_rows, type Seeding } from '@atrium/sdk'
import { keysOf } from '../clients/client-keys.ts'
import type { Client } from '../clients/client.ts'
import { prepareClient } from '../clients/prepare-client.ts'
import type { DocumentType } from '../documents/document-types.ts'
import type { Settings } from '../settings.ts'
import { clientInventor } from './invent-client.ts'

const DAY = 24 * 60 * 60_000

const CLIENTS = 2_000

/** Clients per insert and report of progress. */
const BATCH = 500

/** The age of the oldest client in days, at scale 1 and below. */
const OLDEST = 1_095

const scans = ['application/pdf', 'image/jpeg', 'image/png'] as const

const DOCUMENT_TYPES: readonly Omit<DocumentType, 'id' | 'created_at'>[] = [
  { title: 'Consent to treatment', required_for: 'none', validity_months: 24, media_types: [...scans] },
  { title: 'Identity card', required_for: 'none', validity_months: 120, media_types: [...scans] },
  { title: 'Insurance certificate', required_for: 'none', validity_months: 12, media_types: [...scans] },
  { title: 'Register extract', required_for: 'company', validity_months: 36, media_types: ['application/pdf'] },
  { title: 'Framework contract', required_for: 'none', media_types: ['application/pdf'] },
  { title: 'Referral', required_for: 'none', validity_months: 3, media_types: [...scans] },
]

type Row = Omit<Client, 'id'> & { readonly version: number }

/**
 * Fills the plugin with example data: 2,000 clients of the last three years (times `scale`) and the types of their documents. Clients are
 * prepared like those of a request; no events are emitted.
 */
export async function seed(
  context: PluginContext<Settings>,
  { random, today, scale, progress }: Seeding,
): Promise<void> {
  const { db, settings } = context
  const total = Math.max(1, Math.round(CLIENTS * scale))
  const times = creationTimes(random, { today, total, scale })
  const invent = clientInventor(random, { year: Number(today.slice(0, 4)) })
  const opened = times[0] ?? new Date(today).toISOString()
  const types = DOCUMENT_TYPES.map((type) => ({ ...type, created_at: opened, version: 1 }))
  await seed_rows(db, 'clients_document_types', types)
  for (let done = 0; done < total; done += BATCH) {
    progress(done, { total })
    const clients = []
    for (const created_at of times.slice(done, done + BATCH)) {
      const client = await prepareClient(invent(), undefined, settings)
      const leaves = random.chance(0.05) && Date.parse(today) - Date.parse(created_at) > 90 * DAY
      const archived_at = leaves ? later(created_at, random.integer(30, 80)) : undefined
      clients.push(rowOf(client, { created_at, archived_at }))
    }
    await writeClients(db, clients)
  }
}

/** When the clients were created, in order: before today, on working days between 7:00 and 17:00 UTC, more of them recently. */
function creationTimes(
  random: Random,
  { today, total, scale }: { today: string; total: number; scale: number },
): string[] {
  const oldest = OLDEST * Math.max(1, scale)
  const times = Array.from({ length: total }, () => {
    const age = 1 + Math.floor(oldest * random.next() ** 1.15)
    return onWorkday(Date.parse(today) - age * DAY) + random.integer(7 * 60, 17 * 60) * 60_000
  })
  return times.sort((one, other) => one - other).map((time) => new Date(time).toISOString())
}

/** Moves a day of the weekend to the Friday before. */
function onWorkday(midnight: number): number {
  const day = new Date(midnight).getUTCDay()
  return midnight - (day === 6 ? DAY : day === 0 ? 2 * DAY : 0)
}

const later = (instant: string, days: number) => new Date(Date.parse(instant) + days * DAY).toISOString()

const rowOf = (
  client: Partial<Client>,
  { created_at, archived_at }: { created_at: string; archived_at: string | undefined },
): Row => ({
  ...(client as Client),
  archived: archived_at !== undefined,
  ...(archived_at !== undefined && { archived_at, archive_reason: 'requested' as const }),
  created_at,
  updated_at: archived_at ?? created_at,
  version: archived_at === undefined ? 1 : 2,
})

/** Writes clients with their keys and the first entries of their timelines. */
async function writeClients(db: PluginContext['db'], clients: readonly Row[]): Promise<void> {
  const ids = await seed_rows(db, 'clients_clients', clients, { key: 'id' })
  const stored = clients.map((client, at) => ({ ...client, id: ids[at] as number }))
  const active = stored.filter(({ archived }) => !archived)
  const keys = active.flatMap((client) => keysOf(client).map((key) => ({ client_id: client.id, ...key })))
  await seed_rows(db, 'clients_keys', keys)
  await seed_rows(db, 'clients_timeline', stored.flatMap(entriesOf))
}

function entriesOf({ id: client_id, created_at, archived_at }: Client): object[] {
  const caller = present_caller()
  const by = { caller_id: caller?.id, caller_name: caller?.name }
  const entry = (kind: string, at: string) => ({ client_id, kind, details: {}, ...by, at })
  return [entry('created', created_at), ...(archived_at === undefined ? [] : [entry('archived', archived_at)])]
}
