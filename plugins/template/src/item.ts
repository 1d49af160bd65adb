import { money, Type } from '@atrium/sdk'

/** What an item is. Types, validation, forms, the API description and tools follow from it. */
export const Item = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String({ minLength: 1, maxLength: 80 }),
  status: Type.Enum(['draft', 'active', 'retired'], { default: 'draft' }),
  price: money(),
  notes: Type.Optional(Type.String({ maxLength: 2000 })),
  created_at: Type.String({ format: 'date-time', readOnly: true }),
})
