// What the servers take from the built host. By address, because the type check runs without a build; the types are those of the
// sources.
const dist = new URL('../../../host/dist/', import.meta.url)

/** @param {string} file */
const load = (file) => import(new URL(file, dist).href)

/** @type {typeof import('../../../host/index.ts')} */
export const { createLogger, readEnvironment, silentLogger, startHost } = await load('index.js')

/** @type {typeof import('../../../host/auth/create-rate-limit.ts')} */
export const { createRateLimit } = await load('auth/create-rate-limit.js')

/** @type {typeof import('../../../host/db/sqlite/create-sqlite-knex.ts')} */
export const { createSqliteKnex } = await load('db/sqlite/create-sqlite-knex.js')

/** @type {typeof import('../../../host/db/sqlite/find-sqlite-driver.ts')} */
export const { findSqliteDriver } = await load('db/sqlite/find-sqlite-driver.js')

/** @type {typeof import('../../../host/db/sqlite/sqlite-settings.ts')} */
export const { readerSettings } = await load('db/sqlite/sqlite-settings.js')
