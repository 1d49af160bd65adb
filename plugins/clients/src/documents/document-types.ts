import {
  ApiError,
  invalid_values,
  type Knex,
  type RecordId,
  type Static,
  table_store,
  Type,
  type WritableStore,
} from '@atrium/sdk'

/** The media types that can be detected from the content of a file. */
const MEDIA_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/tiff',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.text',
] as const

/** A type of document: which clients must hand it in, how long it is valid, and which files are accepted. */
export const DocumentType = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    title: Type.String({ minLength: 1, maxLength: 80 }),
    required_for: Type.Enum(['none', 'person', 'company', 'both'], { default: 'none' }),
    validity_months: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1200,
        title: 'Valid for (months)',
        description: 'Leave empty if the document never expires',
      }),
    ),
    media_types: Type.Array(Type.Enum([...MEDIA_TYPES]), {
      minItems: 1,
      uniqueItems: true,
      default: ['application/pdf', 'image/jpeg', 'image/png'],
    }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'DocumentType' },
)
export type DocumentType = Static<typeof DocumentType>

const RULES = { sort: ['title', 'created_at'], filter: ['title', 'required_for'], search: ['title'] } as const

/** The types of documents. A type that has documents cannot be deleted: 409 `document_type_in_use`. */
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
  const [documents, them] = total === 1 ? ['document is', 'it'] : ['documents are', 'them']
  throw new ApiError('document_type_in_use', {
    status: 409,
    title: 'In use',
    detail: `[${total}] ${documents} of this type. Remove ${them} first.`,
  })
}
