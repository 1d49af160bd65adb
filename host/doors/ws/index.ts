/** The WebSocket gateway. */
export { createGateway } from './gateway.ts'
