export { register_resources } from './resources.ts'
export { register_routes } from './routes.ts'
export { setup } from './setup.ts'
export { register_mcp_tools } from './tools.ts'
