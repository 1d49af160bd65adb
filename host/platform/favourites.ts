import { ApiError, type Caller, invalid_values, present_caller, type Routes, table_store, Type } from '@atrium/sdk'
import type { Knex } from 'knex'
import type { PlatformParts } from './platform-parts.ts'
import { EVERYBODY, requireAccount } from './sharing.ts'
import { FAVOURITES } from './view-migrations.ts'

/** More would be a list that nobody reads. */
const MOST = 50

const Favourite = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    panel_id: Type.String({ minLength: 1, maxLength: 100 }),
    path: Type.String({
      maxLength: 400,
      pattern: '^/[a-z0-9]',
      description: 'A screen of the shell, such as /operations/clients/7. It gives no right to see anything',
    }),
    title: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'What the person reads, as the screen was called',
    }),
    owner_id: Type.String({ readOnly: true, description: 'Whose it is. If they are deleted, it is deleted too' }),
  },
  { title: 'Favourite' },
)

/** The routes of the screens that a person keeps within reach. Each person sees and changes only their own. */
export function favouriteRoutes(routes: Routes, { database }: PlatformParts): void {
  const db = database.context
  const favourites = table_store(db, FAVOURITES, Favourite, {
    ...{ sort: ['title'], filter: ['panel_id', 'path'] },
    scope: (query, { id }: Caller) => void query.where('owner_id', id),
    before: async (favourite, current) => {
      const caller = present_caller()
      if (caller === undefined || current !== undefined) return favourite
      await requireAccount(db, caller)
      await requireRoom(db, { owner_id: caller.id, path: favourite.path ?? '' })
      return { ...favourite, owner_id: caller.id }
    },
  })
  routes.records('/favourites/{favourite_id}', favourites, EVERYBODY)
}

/** @throws ApiError 409 `conflict` for a path that is a favourite already, 422 if there are too many */
async function requireRoom(db: Knex, { owner_id, path }: { owner_id: string; path: string }): Promise<void> {
  const own: { path: string }[] = await db(FAVOURITES).where({ owner_id }).select('path')
  if (own.some((each) => each.path === path))
    throw new ApiError('conflict', { detail: `The screen [${path}] is a favourite already.` })
  if (own.length >= MOST)
    throw invalid_values([{ pointer: '/path', message: `There are ${MOST} favourites already. Remove one first` }])
}
