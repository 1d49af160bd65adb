// The parts of the built host that the servers use. Loaded by address, because the type check runs without a build; the types come
// from the sources.
const dist = new URL('../../../host/dist/', import.meta.url)

/** @param {string} file */
const load = (file) => import(new URL(file, dist).href)

/** @type {typeof import('../../../host/index.ts')} */
export const { createLogger, createRateLimit, readEnvironment, startHost } = await load('index.js')
