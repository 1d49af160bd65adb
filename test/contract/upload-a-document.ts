import { created, type PluginContext, type Routes, Type } from '@atrium/sdk'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'

/** A raw route: streams a body that the host does not parse. Compiled, never run. */
export function register_routes(routes: Routes, { log }: PluginContext) {
  routes.post(
    '/clients/{id}/documents',
    {
      raw: true,
      transaction: false,
      params: Type.Object({ id: Type.Integer() }),
      response: Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        size: Type.Integer(),
        media_type: Type.String(),
      }),
    },
    async ({ params, signal }, koa) => {
      const target = createWriteStream(`client-${params.id.toFixed()}`)
      await pipeline(koa.req, target, { signal })
      log.info('stored', { client_id: params.id })
      return created({ id: 1, name: koa.get('x-file-name'), size: target.bytesWritten, media_type: koa.request.type })
    },
  )
  routes.get('/clients/{id}/documents/{document_id}', { raw: true }, ({ params }, koa) => {
    koa.attachment(`${params.id}-${params.document_id}.pdf`)
    return koa.req
  })
}
