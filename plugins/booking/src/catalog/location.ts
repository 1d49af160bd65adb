import { type Static, Type } from '@atrium/sdk'
import { Zone } from './zone.ts'

/** A place where services are given. */
export const Location = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    zone: Zone(),
    address: Type.Optional(Type.String({ maxLength: 300 })),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Location' },
)
export type Location = Static<typeof Location>
