// `npm run dev`: runs the host from its sources and restarts it when they change. Vite serves the shell with hot reload and
// forwards everything else to the host. When one of them ends, the other is stopped.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installPackages } from './install-packages.mjs'
import { launch } from './launch.mjs'
import { root } from './root.mjs'

const TSX = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs')
const VITE = join(root, 'node_modules', 'vite', 'bin', 'vite.js')

const WATCHING = ['--clear-screen=false', '--require', './host/launch/threads.cjs', '--conditions=atrium-source']

/** The address of the host, to which Vite forwards requests. */
const HOST_URL = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

await launch(() => installPackages(root), develop)

async function develop() {
  const host = start([TSX, 'watch', ...WATCHING, 'host/cli/start.ts'], root)
  const shell = start([VITE, '--clearScreen', 'false'], join(root, 'host', 'shell'))
  const children = [host, shell]
  const stop = () => children.forEach((child) => child.kill('SIGTERM'))
  process.on('SIGINT', stop).on('SIGTERM', stop)
  for (const child of children) child.on('exit', stop)
}

/**
 * @param {string[]} args
 * @param {string} cwd
 */
function start(args, cwd) {
  return spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ATRIUM_HOST_URL: HOST_URL, ...process.env } })
}
