/** A plugin that stores notes and reads some of them, as a good one does. */
export const GOOD_NEIGHBOUR = `
import { Type } from '@atrium/sdk'
const permission = 'good.notes'
export const register_routes = (routes, { db }) => {
  routes.get('/notes', { permission }, () => db('good_notes').orderBy('id', 'desc').limit(25).pluck('id'))
  routes.get('/all', { permission }, () => db('good_notes').pluck('id'))
  routes.post('/notes', { permission, body: Type.Object({ id: Type.Integer() }) }, async ({ body }) => {
    await db('good_notes').insert(body)
  })
}
`
