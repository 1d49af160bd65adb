import { type Knex, table_store } from '@atrium/sdk'
import { Location } from './location.ts'
import { Offer } from './offer.ts'
import { requireReferences } from './require-references.ts'
import { Service } from './service.ts'
import { Specialist } from './specialist.ts'
import { withKnownZone } from './with-known-zone.ts'

/** What can be booked, with whom and where. What bookings name is not deleted: it is made inactive. */
export const catalogTables = (db: Knex) => ({
  locations: table_store(db, 'booking_locations', Location, {
    sort: ['name', 'created_at'],
    filter: ['name', 'zone'],
    search: ['name', 'address'],
    before: withKnownZone,
  }),
  services: table_store(db, 'booking_services', Service, {
    sort: ['name', 'duration', 'price', 'created_at'],
    filter: ['active', 'price', 'duration'],
    search: ['name', 'description'],
  }),
  specialists: table_store(db, 'booking_specialists', Specialist, {
    sort: ['name', 'created_at'],
    filter: ['active', 'location_id', 'zone'],
    search: ['name', 'email'],
    before: async (specialist) => {
      await requireReferences(db, specialist)
      return withKnownZone(specialist)
    },
  }),
  offers: table_store(db, 'booking_offers', Offer, {
    sort: ['created_at'],
    filter: ['specialist_id', 'service_id'],
    before: async (offer) => {
      await requireReferences(db, offer)
      return offer
    },
  }),
})
