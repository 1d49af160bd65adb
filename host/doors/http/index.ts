/** The HTTP server, and what the other doors need to answer over HTTP. */
export { createApp } from './app.ts'
export type { DispatchOptions } from './dispatch.ts'
export { PluginFailed, answerMethod } from './failure.ts'
export type { HttpExchange } from './http-exchange.ts'
export { listen } from './listen.ts'
export type { FindMatch } from './match-memory.ts'
export { API_HEADERS, type Prepared, REQUEST_ID, prepare, sendPrepared } from './send.ts'
export type { DocumentAt, Site } from './site.ts'
