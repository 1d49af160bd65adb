export { createHosts, type HostRoom } from './create-hosts.ts'
export { areFilesApart, type Drift, driftOf } from './drift.ts'
export { type HostEntry, hostMigrations, HOST_TABLE, isAlive, type ListedHost, readHosts } from './host-table.ts'
export { requireNotOlder } from './require-fitting.ts'
