import { money, type Static, Type } from '@atrium/sdk'
import { Zone } from '../time/zone.ts'
import { reference } from './reference.ts'

/** A place where services are provided. */
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

const MINUTES_PER_DAY = 24 * 60

/** A service that can be booked. Durations are minutes of elapsed time, so an hour stays an hour when clocks change. */
export const Service = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    duration: Type.Integer({ minimum: 5, maximum: MINUTES_PER_DAY, title: 'Duration (minutes)' }),
    step: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: MINUTES_PER_DAY,
        title: 'Step (minutes)',
        description: 'Time between the starts of two slots. Default: the duration',
      }),
    ),
    buffer_before: Type.Integer({ minimum: 0, maximum: 480, default: 0, title: 'Buffer before (minutes)' }),
    buffer_after: Type.Integer({ minimum: 0, maximum: 480, default: 0, title: 'Buffer after (minutes)' }),
    price: money({ maximum: 1_000_000_000 }),
    capacity: Type.Integer({ minimum: 1, maximum: 500, default: 1, description: 'Number of bookings per slot' }),
    active: Type.Boolean({ default: true, description: 'Can be booked' }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Service' },
)
export type Service = Static<typeof Service>

/** A person who provides services. Weekly hours are local time in the specialist's zone. */
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

/** Assigns a service to a specialist who provides it. */
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
