import {
  ApiError,
  type ChangeOptions,
  invalid_values,
  type PluginContext,
  type RecordId,
  scoped_rows,
  Type,
  type WritableStore,
} from '@atrium/sdk'
import { Client, type ContactPoint, LIMITS, PLAIN_FIELDS } from '../clients/client.ts'
import { isHiddenSomewhere } from '../clients/hidden-fields.ts'
import { addToTimeline } from '../clients/timeline.ts'
import { handOverDocuments } from '../documents/document-table.ts'
import type { Settings } from '../settings.ts'

/** The body of a request to merge two clients. */
export const MergeRequest = Type.Object({
  other_id: Type.Integer({
    minimum: 1,
    maximum: 2 ** 31 - 1,
    description: 'The id of the client that is merged and archived',
  }),
  take: Type.Array(Type.Enum([...PLAIN_FIELDS]), {
    uniqueItems: true,
    default: [],
    title: 'What stays',
    description: 'The fields whose value is taken from the other client, where both have one',
  }),
})

interface Merge {
  /** The client that stays. */
  readonly id: RecordId
  /** The client that is merged into it. */
  readonly other_id: number
  /** The fields whose value is taken from the other client. */
  readonly take: readonly (typeof PLAIN_FIELDS)[number][]
}

/**
 * Merges two clients: `id` takes over all data and documents of `other_id`, which is archived with `merged_into`. Emits `clients.merged {
 * id, other_id }`, so that other plugins transfer their rows.
 * @throws ApiError 403 if the caller does not see all of their data, 409 `merge_impossible`, 412, 422 if the other client does not exist or
 * is the same one
 */
export async function mergeClients(
  clients: WritableStore<Client>,
  { id, other_id, take }: Merge,
  { db, events, if_match }: Pick<PluginContext<Settings>, 'db' | 'events'> & ChangeOptions,
): Promise<Client> {
  const kept = await clients.get(id)
  if (kept.id === other_id)
    throw invalid_values([
      { pointer: '/other_id', message: 'Choose another client: this is the same one', keyword: 'not' },
    ])
  await lock(db, [kept.id, other_id])
  const other = await clients.get(other_id).catch(unknownOther)
  await requireAllSeen(db, [kept, other])
  requirePossible(kept, other)
  const joined = joinedFields(kept, other, take)
  requireRoom(kept, joined)
  const archived_at = new Date().toISOString()
  const gone = { archived: true, archived_at, archive_reason: 'merged', merged_into: kept.id } as const
  await clients.update(other.id, gone)
  await handOverDocuments(db, { from: other.id, to: kept.id })
  const merged = await clients.update(kept.id, joined, { if_match })
  await addToTimeline(db, kept.id, { kind: 'merged', details: { from: other.id } })
  await events.emit('clients.merged', { id: kept.id, other_id: other.id })
  return merged
}

/**
 * Refuses callers who do not see all of the data, because values move to other fields: a phone number moves to the contact points.
 * It does so whether or not a hidden field has a value, because the refusal would tell. Somebody who sees a field of some clients only is
 * therefore refused for clients without a value in it, too.
 * @throws ApiError 403 `permission_denied` that names the field
 */
async function requireAllSeen(db: PluginContext['db'], clients: readonly Client[]): Promise<void> {
  const seen = await scoped_rows(db, 'clients_clients', Client).whereIn(
    'id',
    clients.map(({ id }) => id),
  )
  for (const client of clients) {
    const row = seen.find(({ id }) => id === client.id)
    const isUnseen = (name: keyof Client) =>
      (row?.[name] ?? null) === null && (client[name] !== undefined || isHiddenSomewhere(name))
    const unseen = (Object.keys(Client.properties) as (keyof Client)[]).find(isUnseen)
    if (unseen === undefined) continue
    throw new ApiError('permission_denied', {
      detail: `Your roles hide the field [${unseen}] of the client [${client.id}], so you cannot merge it. Ask somebody who sees all of it.`,
    })
  }
}

/** Locks in the order of the ids, so that two opposite merges of the same clients cannot deadlock. */
async function lock(db: PluginContext['db'], ids: readonly number[]): Promise<void> {
  await db('clients_clients').whereIn('id', ids).orderBy('id').select('id').forUpdate()
}

function unknownOther(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
  throw invalid_values([{ pointer: '/other_id', message: 'This client does not exist', keyword: 'exists' }])
}

function requirePossible(kept: Client, other: Client): void {
  for (const { id, archived } of [kept, other])
    if (archived) throw impossible(`The client [${id}] is archived. Restore it first.`)
  if (kept.kind !== other.kind)
    throw impossible(
      `The client [${kept.id}] is a ${kept.kind} and [${other.id}] is a ${other.kind}. Change the kind of one first.`,
    )
}

function requireRoom({ id }: Client, joined: Partial<Client>): void {
  for (const [name, most] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][])
    if ((joined[name]?.length ?? 0) > most)
      throw impossible(
        `The merged client [${id}] would exceed the limit of ${most} for [${name}]. Remove some of its [${name}] first.`,
      )
}

const impossible = (detail: string) =>
  new ApiError('merge_impossible', { status: 409, detail, title: 'Cannot be merged', allowed: [] })

/**
 * The changes to `kept`: its empty fields, and those to take, are filled from `other`; lists and notes are joined. An e-mail address or
 * phone number that is replaced becomes a contact point.
 */
function joinedFields(kept: Client, other: Client, take: Merge['take']): Partial<Client> {
  const isFilled = (name: Merge['take'][number]) => kept[name] === undefined || take.includes(name)
  const filled = PLAIN_FIELDS.filter((name) => isFilled(name) && other[name] !== undefined)
  const plain = Object.fromEntries(filled.map((name) => [name, other[name]]))
  const notes = [kept.notes, other.notes].filter(Boolean).join('\n\n')
  const points = distinct([
    ...mainContacts(kept),
    ...kept.contact_points,
    ...mainContacts(other),
    ...other.contact_points,
  ])
  return {
    ...plain,
    tags: [...new Set([...kept.tags, ...other.tags])],
    contact_points: withoutMain(points, { ...other, ...kept, ...plain }),
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

/** The main e-mail address and phone number have separate fields. */
const withoutMain = (points: ContactPoint[], { email, phone }: Pick<Client, 'email' | 'phone'>) =>
  points.filter(({ kind, value }) => !(kind === 'email' && value === email) && !(kind === 'phone' && value === phone))

const distinct = <Value extends object>(values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
]

/** Contact points with the same kind and value are equal, whatever their labels. */
const keyOf = (value: object) =>
  'kind' in value && 'value' in value ? `${String(value.kind)} ${String(value.value)}` : JSON.stringify(value)
