import { ApiError, type PluginContext, type Routes, Type } from '@atrium/sdk'

/** A connector's OAuth callback: a GET that calls another service, changes data, and redirects. Compiled, never run. */
export function register_routes(routes: Routes, { db, fetch, secrets }: PluginContext) {
  routes.get(
    '/connectors/{id}/auth/callback',
    {
      raw: true,
      permission: 'ai-agents.connectors.auth',
      query: Type.Object({
        state: Type.String(),
        code: Type.Optional(Type.String()),
        error: Type.Optional(Type.String()),
      }),
    },
    async ({ params, query, signal }, koa) => {
      if (query.code === undefined) {
        throw new ApiError('connector_refused', {
          status: 409,
          detail: `The connector [${params.id}] was not authorized; start again.`,
        })
      }
      const answer = await fetch('https://issuer.example/token', { method: 'POST', signal })
      const sealed = await secrets.seal(await answer.text(), `ai_agents_connectors|${params.id}|tokens`)
      await db.transaction((trx) => trx('ai_agents_connectors').where({ id: params.id }).update({ tokens: sealed }))
      koa.redirect('/admin/connectors')
    },
  )
}
