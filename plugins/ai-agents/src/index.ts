export { register_resources } from './resources.ts'
export { register_routes } from './routes.ts'
