import { ApiError, invalid_values, type Knex, type RecordId, table_store, type WritableStore } from '@atrium/sdk'
import { DocumentType } from './document-type.ts'

const RULES = { sort: ['title', 'created_at'], filter: ['title', 'required_for'], search: ['title'] } as const

/** The kinds of documents. One that documents are of cannot be deleted: 409 `document_type_in_use`. */
export function documentTypes(db: Knex): WritableStore<DocumentType> {
  const types = table_store(db, 'clients_document_types', DocumentType, { ...RULES, before: withTitle })
  return {
    schema: types.schema,
    rules: types.rules,
    ...(types.table && { table: types.table }),
    list: (query) => types.list(query),
    ids: (query) => types.ids(query),
    get: (id) => types.get(id),
    create: (values) => types.create(values),
    create_many: (values) => types.create_many(values),
    update: (id, patch, options) => types.update(id, patch, options),
    delete: async (id, options) => {
      await requireUnused(db, (await types.get(id)).id)
      return types.delete(id, options)
    },
  }
}

function withTitle(type: Partial<DocumentType>): Partial<DocumentType> {
  const title = type.title?.trim()
  if (title === '')
    throw invalid_values([{ pointer: '/title', message: 'Enter more than spaces', keyword: 'minLength' }])
  return { ...type, ...(title !== undefined && { title }) }
}

async function requireUnused(db: Knex, id: RecordId): Promise<void> {
  const counted = await db('clients_documents')
    .where({ type_id: id })
    .count<{ total: number | string }[]>({ total: '*' })
  const total = Number(counted[0]?.total)
  if (total === 0) return
  throw new ApiError('document_type_in_use', {
    status: 409,
    title: 'In use',
    detail: `[${total}] ${total === 1 ? 'document is' : 'documents are'} of this type. Remove ${total === 1 ? 'it' : 'them'} first.`,
  })
}
