import { Type } from '@atrium/sdk'

/** What is sent to add a document, as multipart/form-data. */
export const DocumentUpload = Type.Object(
  {
    file: Type.String({ format: 'binary', description: 'What it is is told from its content' }),
    type_id: Type.Integer({ title: 'Type' }),
    issued_on: Type.Optional(Type.String({ format: 'date', description: 'Default: today' })),
  },
  { title: 'DocumentUpload' },
)
