import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { startTestHost, type TestHost } from '@atrium/host/testing'
import { expect } from 'chai'
import { startAuthorizingProxy, type Proxy } from './authorizing-proxy.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../fixtures/plugins/mcp-conformance')
const PROGRAM = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')

describe('The endpoint for agents, by the conformance suite of MCP', () => {
  let host: TestHost
  let proxy: Proxy

  before(async () => {
    host = await startTestHost({ plugins: [path.join(PLUGINS, 'test'), path.join(PLUGINS, 'json')] })
    proxy = await startAuthorizingProxy(host.url, host.token)
  })
  after(async () => {
    await proxy[Symbol.asyncDispose]()
    await host.close()
  })

  for (const revision of ['2026-07-28', '2025-11-25']) {
    it(`fails by the revision of ${revision} only where it is expected to, and always there`, async () => {
      const { code, output } = await runSuite(`${proxy.url}/api/v1/mcp`, revision)
      expect(output).to.match(/tools-call-simple-text: [1-9]\d* passed, 0 failed/)
      expect(output).to.match(/Total: \d{2,} passed/)
      expect(code, output.slice(output.indexOf('=== SUMMARY'))).to.equal(0)
    })
  }
})

/** Runs all scenarios of a revision against a server, in a process of its own. */
async function runSuite(url: string, revision: string): Promise<{ code: number; output: string }> {
  const expected = path.join(import.meta.dirname, `expected-${revision}.yml`)
  const suite = ['server', '--suite', 'all', '--spec-version', revision]
  const child = spawn(process.execPath, [PROGRAM, ...suite, '--url', url, '--expected-failures', expected], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit') as Promise<[number]>
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output: output + errors }
}
