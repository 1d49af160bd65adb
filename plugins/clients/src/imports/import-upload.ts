import { Type } from '@atrium/sdk'

/** What is sent to import clients, as multipart/form-data. */
export const ImportUpload = Type.Object(
  {
    file: Type.String({ format: 'binary', description: 'CSV in UTF-8' }),
    dry_run: Type.Boolean({ default: false, description: 'Everything is tried, and nothing kept' }),
    mapping: Type.Optional(
      Type.String({ maxLength: 20_000, description: 'JSON, column → field. Default: by the names of the columns' }),
    ),
  },
  { title: 'ImportUpload' },
)
