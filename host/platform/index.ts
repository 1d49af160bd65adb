/** The platform's own module: the screens and routes by which it is administered. */
export { publishPlatform } from './platform-module.ts'
export { viewMigrations } from './view-migrations.ts'
