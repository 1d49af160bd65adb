import type { ChangeOptions, PluginContext, RecordId, WritableStore } from '@atrium/sdk'
import { ApiError, invalid_values, Type } from '@atrium/sdk'
import { handOverDocuments } from '../documents/document-table.ts'
import type { Settings } from '../settings.ts'
import { addToTimeline } from '../clients/timeline.ts'
import type { Client, ContactPoint } from '../clients/client.ts'
import { MOST, PLAIN_FIELDS } from '../clients/client.ts'

/** What is sent to make one client of two. */
export const MergeRequest = Type.Object({ other_id: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) })

/** Who stays and who becomes part of it. */
export interface Merge {
  readonly id: RecordId
  readonly other_id: number
}

/**
 * Makes one client of two: `id` takes over all that the other has, which is archived with `merged_into`. Other plugins hear
 * `clients.merged { id, other_id }` and hand over what is theirs.
 * @throws ApiError 409 `merge_impossible`, 412; 422 where the other is not there
 */
export async function mergeClients(
  clients: WritableStore<Client>,
  { id, other_id }: Merge,
  { db, events, if_match }: Pick<PluginContext<Settings>, 'db' | 'events'> & ChangeOptions,
): Promise<Client> {
  const kept = await clients.get(id)
  await lock(db, [kept.id, other_id])
  const other = await clients.get(other_id).catch(unknownOther)
  requirePossible(kept, other)
  const joined = joinedFields(kept, other)
  requireRoom(kept, joined)
  const archived_at = new Date().toISOString()
  await clients.update(other.id, { archived: true, archived_at, merged_into: kept.id })
  await handOverDocuments(db, { from: other.id, to: kept.id })
  const merged = await clients.update(kept.id, joined, { if_match })
  await addToTimeline(db, kept.id, { kind: 'merged', details: { from: other.id } })
  await events.emit('clients.merged', { id: kept.id, other_id: other.id })
  return merged
}

/** Both, lowest first: two who merge the same two clients in opposite directions wait for each other's end, not for each other. */
async function lock(db: PluginContext['db'], ids: readonly number[]): Promise<void> {
  await db('clients_clients').whereIn('id', ids).orderBy('id').select('id').forUpdate()
}

function unknownOther(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
  throw invalid_values([{ pointer: '/other_id', message: 'There is no such client', keyword: 'exists' }])
}

function requirePossible(kept: Client, other: Client): void {
  if (kept.id === other.id) throw impossible('A client cannot be merged with itself.')
  for (const { id, archived } of [kept, other]) if (archived) throw impossible(`The client [${id}] is archived.`)
  if (kept.kind !== other.kind) throw impossible(`[${kept.id}] is a ${kept.kind}, [${other.id}] a ${other.kind}.`)
}

function requireRoom({ id }: Client, joined: Partial<Client>): void {
  for (const [name, most] of Object.entries(MOST) as [keyof typeof MOST, number][])
    if ((joined[name]?.length ?? 0) > most)
      throw impossible(`[${id}] would have more [${name}] than the ${most} it can.`)
}

const impossible = (detail: string) =>
  new ApiError('merge_impossible', { status: 409, detail, title: 'Cannot be merged', allowed: [] })

/** What a client gains from another: what it lacks, and the rest beside its own, so that nothing is lost. */
function joinedFields(kept: Client, other: Client): Partial<Client> {
  const filled = PLAIN_FIELDS.filter((name) => kept[name] === undefined && other[name] !== undefined)
  const notes = [kept.notes, other.notes].filter(Boolean).join('\n\n')
  return {
    ...Object.fromEntries(filled.map((name) => [name, other[name]])),
    tags: [...new Set([...kept.tags, ...other.tags])],
    contact_points: without(distinct([...kept.contact_points, ...mainContacts(other), ...other.contact_points]), {
      ...other,
      ...kept,
    }),
    addresses: distinct([...kept.addresses, ...other.addresses]),
    ...(notes && { notes }),
  }
}

function mainContacts({ email, phone }: Client): ContactPoint[] {
  return [
    ...(email === undefined ? [] : [{ kind: 'email', value: email } as const]),
    ...(phone === undefined ? [] : [{ kind: 'phone', value: phone } as const]),
  ]
}

/** The main address and number stand by themselves. */
const without = (points: ContactPoint[], { email, phone }: Pick<Client, 'email' | 'phone'>) =>
  points.filter(({ kind, value }) => !(kind === 'email' && value === email) && !(kind === 'phone' && value === phone))

const distinct = <Value extends object>(values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
]

/** A number is the same whatever it is labelled. */
const keyOf = (value: object) =>
  'kind' in value && 'value' in value ? `${String(value.kind)} ${String(value.value)}` : JSON.stringify(value)
