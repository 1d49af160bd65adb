/** The endpoint for agents (Model Context Protocol). */
export { createMcp } from './mcp.ts'
