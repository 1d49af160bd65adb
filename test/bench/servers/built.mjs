// What the server takes from the built host. By address, because the type check runs without a build; the types are those of the
// sources.
const dist = new URL('../../../host/dist/', import.meta.url)

/** @param {string} file */
const load = (file) => import(new URL(file, dist).href)

/** @type {typeof import('../../../host/index.ts')} */
export const { createLogger, readEnvironment, startHost } = await load('index.js')

/** @type {typeof import('../../../host/core/auth/create-rate-limit.ts')} */
export const { createRateLimit } = await load('core/auth/create-rate-limit.js')
