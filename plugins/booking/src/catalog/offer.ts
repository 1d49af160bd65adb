import { type Static, Type } from '@atrium/sdk'
import { reference } from './reference.ts'

/** That a specialist gives a service. */
export const Offer = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    specialist_id: reference('Specialist'),
    service_id: reference('Service'),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Offer' },
)
export type Offer = Static<typeof Offer>
