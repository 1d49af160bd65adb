import { type Knex, type Static, table_store, Type } from '@atrium/sdk'
import { reference, requireReferences } from '../catalog/reference.ts'

/** A calendar that programs subscribe to by a secret address. */
export const Feed = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 80, description: 'What calendar programs call it' }),
    specialist_id: Type.Optional(reference('Specialist', 'Whose bookings. Default: those of the whole practice')),
    shows: Type.Enum(['busy', 'client'], {
      default: 'busy',
      description: '`busy`: when, and nothing more. `client`: also the service, the client and the place',
    }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Calendar feed' },
)
export type Feed = Static<typeof Feed>

/** What somebody sends to make a feed. */
export const FeedRequest = Type.Object(Type.Pick(Feed, ['name', 'specialist_id', 'shows']).properties, {
  title: 'CalendarFeedRequest',
  additionalProperties: false,
})

/** A feed at the one moment at which its address is told. */
export const NewFeed = Type.Object(
  {
    ...Feed.properties,
    path: Type.Unsafe<string>({
      type: 'string',
      secret: true,
      description: 'Below the address of the platform. Whoever knows it reads the calendar: it is told this once',
    }),
  },
  { title: 'NewCalendarFeed' },
)
export type NewFeed = Static<typeof NewFeed>

/** The feeds that there are, without what they are read by. */
export const feedTable = (db: Knex) =>
  table_store(db, 'booking_feeds', Feed, {
    sort: ['name', 'created_at'],
    filter: ['specialist_id', 'created_at'],
    search: ['name'],
    before: async (feed) => {
      await requireReferences(db, feed)
      return feed
    },
  })
