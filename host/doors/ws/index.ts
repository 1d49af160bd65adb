/** The WebSocket gateway. */
export { createGateway, type GatewayOptions } from './gateway.ts'
