/** `GET /metrics`: what the host and its plugins do, for Prometheus. */
export { createMetrics } from './metrics.ts'
