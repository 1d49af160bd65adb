import { type Static, Type } from '@atrium/sdk'
import { reference } from '../catalog/reference.ts'

/** A day without weekly hours, at one location or at all. */
export const Holiday = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    day: Type.String({ format: 'date' }),
    location_id: Type.Optional(reference('Location', 'All locations where it is empty')),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Holiday' },
)
export type Holiday = Static<typeof Holiday>
