import { Readable } from 'node:stream'
import { answer, ApiError, created, page, Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import type { Routes } from '@atrium/sdk'
import type { Publication } from '../../../../host/core/registries/publication.ts'
import { declareOperation } from '../../../../host/core/operations/declare-operation.ts'

export const NOTHING: Publication = {
  manifests: [],
  dashboards: [],
  forms: [],
  resources: [],
  operations: [],
  tools: [],
  namespaces: [],
}

/** How the call that waits for its end has ended. */
export const waiting = { begun: 0, aborted: 0 }

/** The streams that `/things/tagged` has answered. */
export const streams: Readable[] = []

const Thing = Type.Object({ id: Type.Integer(), name: Type.String() })

function declareThings(routes: Routes): void {
  routes
    .get('/things', {}, ({ query }) => page([{ id: 1, name: 'one', query }], 1))
    .post('/things', { body: Type.Object({ name: Type.String() }), transaction: false }, ({ body }) =>
      created({ id: 7, ...body }),
    )
    .get('/things/{thing_id}', {}, ({ params }) => ({ id: params.thing_id }))
    .patch('/things/{thing_id}', { transaction: false }, ({ body }) => body)
    .delete('/things/{thing_id}', { transaction: false }, () => undefined)
    .get('/things/none', {}, () => {
      throw new ApiError('record_not_found', { detail: 'There is none.' })
    })
    .get('/things/broken', {}, () => {
      throw new Error('select secret from vault')
    })
    .get('/things/stream', {}, () => Readable.from(['one', 'two']))
    .get('/things/tagged', {}, () => {
      streams.push(Readable.from(['one']))
      return answer(streams.at(-1), { etag: '1' })
    })
    .get('/things/torn', {}, () => Readable.from(torn()))
    .get(
      '/things/waiting',
      {},
      ({ signal }) =>
        new Promise((_, reject) => {
          waiting.begun += 1
          signal.addEventListener('abort', () => {
            waiting.aborted += 1
            reject(signal.reason as Error)
          })
        }),
    )
    .get('/hello', { open: true }, ({ caller }) => ({ hello: caller.name }))
    .post('/upload', { raw: true, transaction: false, permission: 'things.files.upload' }, async (_call, koa) => {
      let size = 0
      for await (const chunk of koa.req) size += (chunk as Buffer).length
      koa.status = 201
      koa.body = { size }
    })
    .post(
      '/raw-json',
      { raw: true, transaction: false, permission: 'things.files.upload', body: Thing },
      ({ body }, koa) => {
        koa.set('X-Own', 'yes')
        koa.body = body
      },
    )
    .get('/raw-own', { raw: true, permission: 'things.files.view' }, (_call, koa) => {
      koa.respond = false
      setImmediate(() => koa.res.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('data: 1\n\n'))
    })
    .post('/raw-failure', { raw: true, transaction: false, permission: 'things.files.upload' }, (_call, koa) => {
      koa.set('Set-Cookie', 'session=7')
      koa.body = 'half'
      throw new ApiError('conflict', { detail: 'No.' })
    })
}

async function* torn(): AsyncGenerator<string> {
  yield 'begun'
  await new Promise((resolve) => setImmediate(resolve))
  throw new Error('the source broke')
}

/** A plugin that consists of operations only. */
export function thingsPublication(): Publication {
  const routes = collect_routes()
  declareThings(routes.routes)
  return { ...NOTHING, operations: routes.declarations.map((declaration) => declareOperation('things', declaration)) }
}
