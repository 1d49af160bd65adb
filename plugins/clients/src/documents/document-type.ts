import { type Static, Type } from '@atrium/sdk'

/** What can be told from a file's bytes, whatever it is called. */
export const MEDIA_TYPES = [
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

/** A kind of document: whom it is asked of, how long it is good for, and what files it may be. */
export const DocumentType = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    title: Type.String({ minLength: 1, maxLength: 80 }),
    required_for: Type.Enum(['none', 'person', 'company', 'both'], { default: 'none' }),
    validity_months: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1200, title: 'Valid for (months)', description: 'Without it, for ever' }),
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
