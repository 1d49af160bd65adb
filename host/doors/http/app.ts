import type { IncomingMessage } from 'node:http'
import Koa from 'koa'
import type { ParameterizedContext } from 'koa'
import { createReadSender } from '../../core/auth/index.ts'
import type { DispatchOptions } from './dispatch.ts'
import { createDispatch } from './dispatch.ts'

/** The rest of a request that may be answered through Koa; resolves once Koa may send what the context holds. */
export type Later = () => Promise<void>

/** Answers a request, now or later, or returns the rest of the work. */
export type Dispatch = (koa: ParameterizedContext) => Later | undefined

/**
 * Makes the platform’s Koa application. It has no middleware, because each one costs every request; the steps of
 * `createDispatch` take its place.
 */
export function createApp({ readSender = createReadSender(), ...options }: DispatchOptions): Koa {
  const app = new PromptKoa(createDispatch({ ...options, readSender }))
  // `secure`, `origin` and the attributes of cookies follow from these.
  const asSent = <Value>(read: (request: IncomingMessage) => Value) => ({
    get(this: Koa.Request) {
      return read(this.req)
    },
  })
  Object.defineProperties(app.request, {
    ip: asSent((request) => readSender(request).address),
    protocol: asSent((request) => (readSender(request).isHttps ? 'https' : 'http')),
    host: asSent((request) => readSender(request).host),
  })
  app.on('error', (error: unknown) => options.log.warn('sending an answer failed', { err: error }))
  return app
}

/** Koa with `handleRequest`, which its types omit. */
const Base = Koa as unknown as new () => Koa & {
  handleRequest(koa: ParameterizedContext, run: Later): Promise<void> | undefined
}

/**
 * Koa that skips its own handling for requests that are not answered through it. That handling costs three promises and five
 * listeners: as much as the whole answer for a document, and more with AsyncLocalStorage, because Node 20 then tracks
 * every promise.
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
