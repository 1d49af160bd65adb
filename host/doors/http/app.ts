import Koa from 'koa'
import type { ParameterizedContext } from 'koa'
import type { DispatchOptions } from './dispatch.ts'
import { createDispatch } from './dispatch.ts'

/** The rest of a request that may be answered through Koa; resolves once Koa may send what the context holds. */
export type Later = () => Promise<void>

/** Answers a request, now or later, or returns the rest of the work. */
export type Dispatch = (koa: ParameterizedContext) => Later | undefined

export interface AppOptions extends DispatchOptions {
  /** Whether people reach the platform over https, through a proxy that speaks http to it. Default false. */
  readonly isHttps?: boolean
}

/**
 * Makes the platform’s Koa application. It has no middleware, because each one costs every request; the steps of
 * `createDispatch` take its place.
 */
export function createApp({ isHttps = false, ...options }: AppOptions): Koa {
  const app = new PromptKoa(createDispatch(options))
  // `secure` and the attributes of cookies follow from it. Headers of a proxy are not asked: anybody can send them.
  if (isHttps) Object.defineProperty(app.request, 'protocol', { value: 'https' })
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
