import type { IncomingMessage, ServerResponse } from 'node:http'
import Koa from 'koa'
import type { ParameterizedContext } from 'koa'
import { createReadSender } from '../../core/auth/index.ts'
import type { DispatchOptions } from './dispatch.ts'
import { createDispatch } from './dispatch.ts'
import { originalUrl } from './frame.ts'

/** The rest of a request that Koa may answer; resolves once Koa may send the content of the context. */
export type Later = () => Promise<void>

/** Koa's own handling of a request around some work. Missing in Koa's types. */
export type ThroughKoa = (koa: ParameterizedContext, run: Later) => Promise<void>

/** Handles a request; if Koa answers it, resolves when it has done so. */
export type Dispatch = (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined

/** The parts of Koa that the steps of a request use. */
export interface KoaParts {
  /** Makes the context of a request, which costs as much as identifying its caller. */
  readonly contextOf: (request: IncomingMessage, response: ServerResponse) => ParameterizedContext
  readonly throughKoa: ThroughKoa
}

/**
 * Makes the platform’s Koa application. It has no middleware, because each one slows down every request; the steps of `createDispatch`
 * replace it. Koa's context is made only for requests that use it, and Koa's own handling is skipped for those that it does not answer.
 * That handling costs three promises and five listeners: as much as the whole answer for a document, and more with AsyncLocalStorage,
 * because Node 20 then tracks every promise.
 */
export function createApp({ readSender = createReadSender(), ...options }: DispatchOptions): Koa {
  const app = new Koa() as Koa & { handleRequest: ThroughKoa; createContext: KoaParts['contextOf'] }
  const contextOf: KoaParts['contextOf'] = (request, response) => {
    const koa = app.createContext(request, response)
    koa.originalUrl = koa.request.originalUrl = originalUrl(request)
    return koa
  }
  const parts = { contextOf, throughKoa: app.handleRequest.bind(app) }
  const dispatch = createDispatch({ ...options, readSender }, parts)
  app.callback = () => dispatch as ReturnType<Koa['callback']>
  // `secure`, `origin` and the attributes of cookies are derived from these.
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
