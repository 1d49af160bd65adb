import { type Static, Type } from '@atrium/sdk'

/** That a specialist gives a service. */
export const Offer = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    specialist_id: Type.Integer({ minimum: 1, title: 'Specialist' }),
    service_id: Type.Integer({ minimum: 1, title: 'Service' }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Offer' },
)
export type Offer = Static<typeof Offer>
