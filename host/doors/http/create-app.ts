import type Koa from 'koa'
import { createDispatch } from './create-dispatch.ts'
import type { DispatchOptions } from './create-dispatch.ts'
import { PromptKoa } from './prompt-koa.ts'

/**
 * The platform as a Koa application. It has no middleware, because each costs every request something; what would be some are the
 * steps of `createDispatch`.
 */
export function createApp(options: DispatchOptions): Koa {
  const app = new PromptKoa(createDispatch(options))
  app.on('error', (error: unknown) => options.log.warn({ err: error }, 'an answer broke off'))
  return app
}
