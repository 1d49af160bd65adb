// The parts of the built host that the servers use. Loaded by address, because the type check runs without a build; the types come
// from the sources.
const dist = new URL('../../../host/dist/', import.meta.url)

/** @param {string} file */
const load = (file) => import(new URL(file, dist).href)

/** @type {typeof import('../../../host/index.ts')} */
export const { createLogger, readEnvironment, startHost } = await load('index.js')

/** @type {typeof import('../../../host/core/auth/create-rate-limit.ts')} */
export const { createRateLimit } = await load('core/auth/create-rate-limit.js')
