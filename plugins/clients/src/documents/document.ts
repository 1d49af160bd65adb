import { etag_of, type Static, Type, with_etag } from '@atrium/sdk'

const READ_ONLY = { readOnly: true } as const

/** A file that a client has handed in. The next file of the same type becomes the next revision; the latest one is current. */
export const Document = Type.Object(
  {
    id: Type.Integer(READ_ONLY),
    client_id: Type.Integer(READ_ONLY),
    type_id: Type.Integer({ ...READ_ONLY, title: 'Type' }),
    name: Type.String({ maxLength: 200, ...READ_ONLY }),
    media_type: Type.String({ ...READ_ONLY, description: 'Detected from the content, not from the name' }),
    size: Type.Integer({ ...READ_ONLY, description: 'In bytes' }),
    sha256: Type.String(READ_ONLY),
    revision: Type.Integer({ ...READ_ONLY, description: 'Counts the documents of one type, starting at 1' }),
    is_current: Type.Boolean(READ_ONLY),
    issued_on: Type.String({ format: 'date', ...READ_ONLY }),
    expires_on: Type.Optional(
      Type.String({ format: 'date', ...READ_ONLY, description: 'The last day on which the document is valid' }),
    ),
    created_at: Type.String({ format: 'date-time', ...READ_ONLY }),
  },
  { title: 'Document' },
)
export type Document = Static<typeof Document>

/** The form that adds a document, sent as multipart/form-data. */
export const DocumentUpload = Type.Object(
  {
    file: Type.String({ format: 'binary', description: 'The type of the file is detected from its content' }),
    type_id: Type.Integer({ title: 'Type' }),
    issued_on: Type.Optional(Type.String({ format: 'date', description: 'Default: today' })),
  },
  { title: 'DocumentUpload' },
)

/** A document as it is stored. The key of its file never leaves the plugin. */
export const StoredDocument = Type.Object({ ...Document.properties, file_key: Type.String(READ_ONLY) })
export type StoredDocument = Static<typeof StoredDocument>

/** The public part of a stored document, with its ETag. */
export function shown(stored: StoredDocument): Document {
  const { file_key: _, ...document } = stored
  return with_etag(document, etag_of(stored))
}
