// A process that runs one PostgreSQL for all tests. It sends the address, and stops when its parent disconnects.
import { startPostgresCluster } from '../helpers/postgres-cluster.ts'

const cluster = await startPostgresCluster()
process.send?.(cluster.url)
process.once('disconnect', () => void cluster.remove().then(() => process.exit()))
