import { join } from 'node:path'
import { root } from '../../host/launch/root.mjs'
import { runChild } from './run-child.ts'
import type { Child } from './run-child.ts'

const START = join(root, 'host/dist/cli/start.js')

/**
 * Starts the built host in its own process, as `npm start` does, and resolves when it is ready and prints its greeting.
 * @param environment variables of the host (ARCHITECTURE: Running)
 */
export function startChildHost(environment: Record<string, string>): Promise<Child> {
  const variables = { LOG_LEVEL: 'silent', ATRIUM_WATCH: '0', NODE_ENV: 'production', ...environment }
  const source = `Object.assign(process.env, ${JSON.stringify(variables)})\nawait import(${JSON.stringify(START)})`
  return runChild(source)
}
