/** `GET /metrics`: figures about the host and its plugins for Prometheus. */
export { createMetrics } from './metrics.ts'
