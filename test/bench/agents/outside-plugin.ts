import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { createPluginDirectory, packageJson } from '../../helpers/plugin-directory.ts'
import { ROOT } from '../start-atrium.ts'

/** A tool with a handler of its own, which changes something outside of the database. */
const SOURCE = `
import { Type } from '@atrium/sdk'
export const register_mcp_tools = (tools, { fetch }) => {
  tools.add(
    'stamp',
    { description: 'Stamp a letter.', permission: 'outside.stamp', input: Type.Object({ name: Type.String() }) },
    async ({ input: { name } }) => {
      await fetch(process.env.ATRIUM_BENCH_STAMPS, { method: 'POST', body: name })
      return { stamped: name }
    },
  )
}
`

/** What the tool `outside_stamp` has done, and the environment of hosts that have it beside `template` and `ai-agents`. */
export interface Outside extends AsyncDisposable {
  readonly environment: Readonly<Record<string, string>>
  /** How often a letter was stamped. */
  stamps(name: string): number
}

/** Writes the plugin, and starts the server that counts. The caller disposes of both. */
export async function openOutside(): Promise<Outside> {
  const stamped: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      stamped.push(Buffer.concat(chunks).toString())
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const active = ['template', 'ai-agents', 'outside']
  const panels = {
    panels: [
      { id: 'operations', title: 'Operations' },
      { id: 'agents', title: 'Agents' },
    ],
    plugins: { active },
  }
  const plugin = await createPluginDirectory(
    {
      'package.json': packageJson({ name: 'outside', atrium: { id: 'outside', title: 'Outside' } }),
      'src/index.ts': SOURCE,
      '../panels.config.json': panels,
    },
    { name: 'outside' },
  )
  const parent = dirname(plugin.directory)
  return {
    environment: {
      ATRIUM_PLUGINS: [join(ROOT, 'plugins'), parent].join(':'),
      ATRIUM_PANELS: join(parent, 'panels.config.json'),
      ATRIUM_EGRESS_ALLOW: '127.0.0.1',
      ATRIUM_BENCH_STAMPS: `http://127.0.0.1:${port}/`,
    },
    stamps: (name) => stamped.filter((each) => each === name).length,
    [Symbol.asyncDispose]: async () => {
      await plugin[Symbol.asyncDispose]()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
