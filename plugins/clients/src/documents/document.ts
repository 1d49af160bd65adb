import type { Static } from '@atrium/sdk'
import { entity_tag_of, Type, with_entity_tag } from '@atrium/sdk'

/** What is sent to add a document, as multipart/form-data. */
export const DocumentUpload = Type.Object(
  {
    file: Type.String({ format: 'binary', description: 'What it is is told from its content' }),
    type_id: Type.Integer({ title: 'Type' }),
    issued_on: Type.Optional(Type.String({ format: 'date', description: 'Default: today' })),
  },
  { title: 'DocumentUpload' },
)

const READ_ONLY = { readOnly: true } as const

/** A file that a client has handed in. Another of the same type is the next revision; the last one is current. */
export const Document = Type.Object(
  {
    id: Type.Integer(READ_ONLY),
    client_id: Type.Integer(READ_ONLY),
    type_id: Type.Integer({ ...READ_ONLY, title: 'Type' }),
    name: Type.String({ maxLength: 200, ...READ_ONLY }),
    media_type: Type.String({ ...READ_ONLY, description: 'Told from the content, not from the name' }),
    size: Type.Integer({ ...READ_ONLY, description: 'In bytes' }),
    sha256: Type.String(READ_ONLY),
    revision: Type.Integer({ ...READ_ONLY, description: 'Counts the documents of one type from 1' }),
    is_current: Type.Boolean(READ_ONLY),
    issued_on: Type.String({ format: 'date', ...READ_ONLY }),
    expires_on: Type.Optional(
      Type.String({ format: 'date', ...READ_ONLY, description: 'The last day on which it is good' }),
    ),
    created_at: Type.String({ format: 'date-time', ...READ_ONLY }),
  },
  { title: 'Document' },
)
export type Document = Static<typeof Document>

/** As it is kept: with the key of its file, which nobody else is told. */
export const StoredDocument = Type.Object({ ...Document.properties, file_key: Type.String(READ_ONLY) })
export type StoredDocument = Static<typeof StoredDocument>

/** What others are shown, with its ETag. */
export function shown(stored: StoredDocument): Document {
  const { file_key: _, ...document } = stored
  const tag = entity_tag_of(stored)
  return tag === undefined ? document : with_entity_tag(document, tag)
}
