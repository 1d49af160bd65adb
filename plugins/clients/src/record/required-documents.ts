import { type Knex, type Static, Type } from '@atrium/sdk'
import type { Client } from '../clients/client.ts'
import type { DocumentType } from '../documents/document-type.ts'
import type { Document } from '../documents/document.ts'

/** A document that is asked of a client, and whether it is there. */
export const RequiredDocument = Type.Object({
  type_id: Type.Integer(),
  title: Type.String(),
  status: Type.Enum(['valid', 'expired', 'missing']),
  document_id: Type.Optional(Type.Integer()),
  expires_on: Type.Optional(Type.String({ format: 'date' })),
})
export type RequiredDocument = Static<typeof RequiredDocument>

/** What is asked of a kind of client, by title, and what there is of it today. */
export async function requiredDocuments(
  db: Knex,
  { kind }: Client,
  { current, today }: { current: readonly Document[]; today: string },
): Promise<RequiredDocument[]> {
  const types = await db('clients_document_types')
    .whereIn('required_for', [kind, 'both'])
    .orderBy('title')
    .select<Pick<DocumentType, 'id' | 'title'>[]>('id', 'title')
  return types.map(({ id, title }) => {
    const document = current.find(({ type_id }) => type_id === id)
    if (document === undefined) return { type_id: id, title, status: 'missing' }
    const { expires_on } = document
    const isExpired = expires_on !== undefined && expires_on < today
    const status = isExpired ? 'expired' : 'valid'
    return { type_id: id, title, status, document_id: document.id, ...(expires_on !== undefined && { expires_on }) }
  })
}
