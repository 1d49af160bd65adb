import { type Static, Type } from '@atrium/sdk'
import { Zone } from './zone.ts'
import { reference } from './reference.ts'

/** Who gives services. The zone is the one in which the weekly hours are meant. */
export const Specialist = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254, title: 'E-mail' })),
    zone: Zone(),
    location_id: reference('Location'),
    active: Type.Boolean({ default: true, description: 'Can be booked' }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Specialist' },
)
export type Specialist = Static<typeof Specialist>
