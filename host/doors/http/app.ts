import Koa from 'koa'
import type { ParameterizedContext } from 'koa'
import type { DispatchOptions } from './dispatch.ts'
import { createDispatch } from './dispatch.ts'

/** What is left to do for a request; resolves once Koa may send what the context holds. */
export type Later = () => Promise<void>

/** Answers a request at once, or says what is left to do. */
export type Dispatch = (koa: ParameterizedContext) => Later | undefined

/** Koa with the method that every request passes, which its types leave out. */
const Base = Koa as unknown as new () => Koa & {
  handleRequest(koa: ParameterizedContext, run: Later): Promise<void> | undefined
}

/**
 * Koa that lets go of a request which is answered at once. For every other it does what it always does: three promises and five
 * listeners, which take a document as long as all the rest and longer where AsyncLocalStorage is in use, because Node 20 then
 * follows every promise.
 */
class PromptKoa extends Base {
  readonly #dispatch: Dispatch

  constructor(dispatch: Dispatch) {
    super()
    this.#dispatch = dispatch
  }

  override handleRequest(koa: ParameterizedContext): Promise<void> | undefined {
    const later = this.#dispatch(koa)
    return later && super.handleRequest(koa, later)
  }
}

/**
 * The platform as a Koa application. It has no middleware, because each costs every request something; what would be some are the
 * steps of `createDispatch`.
 */
export function createApp(options: DispatchOptions): Koa {
  const app = new PromptKoa(createDispatch(options))
  app.on('error', (error: unknown) => options.log.warn({ err: error }, 'an answer broke off'))
  return app
}
