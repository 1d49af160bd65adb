import Koa from 'koa'
import type { DispatchOptions } from './create-dispatch.ts'
import { createDispatch } from './create-dispatch.ts'

/**
 * The platform as a Koa application. It has one middleware, because each costs every request something; what would be others are
 * the steps of `createDispatch`.
 */
export function createApp(options: DispatchOptions): Koa {
  const app = new Koa()
  app.use(createDispatch(options))
  app.on('error', (error: unknown) => options.log.warn({ err: error }, 'an answer broke off'))
  return app
}
