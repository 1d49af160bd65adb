/** The platform's own module: its screens and routes for administration. */
export { publishPlatform } from './platform-module.ts'
export { viewMigrations } from './view-migrations.ts'
export { noteProviderChange } from './provider-changes.ts'
