import type { FormBuilder } from '@atrium/sdk'
import type { DocumentUpload } from '../documents/document-upload.ts'

/** What is asked for when a document is handed in. */
export const documentUploadFields = (form: FormBuilder<DocumentUpload>) =>
  form.fields((field) => [
    field.file('file'),
    field.grid(2, [
      field.relation('type_id', '/api/v1/clients/document-types', 'title'),
      field.date('issued_on').description('If it was not today.'),
    ]),
  ])
