import type { Diagnostic, Panel } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { root } from '../../host/launch/root.mjs'
import { run } from '../../host/launch/run.mjs'
import { createLogger } from '../../host/base/log/index.ts'
import { createPluginDirectory } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { until } from '../helpers/until.ts'
import { ITEMS, TEMPLATE, useTemplateHost } from './template-host.ts'

const START = ['host/dist/cli/start.js']

/** Starts a host from its command line and expects it to exit with these words and without a stack. Returns its output. */
async function expectRefusal(environment: Record<string, string>, ...words: string[]): Promise<string> {
  const { code, output } = await run(process.execPath, START, {
    cwd: root,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', ...environment },
  })
  expect(code, output).to.equal(1)
  expect(output).to.contain('Atrium did not start.')
  for (const word of words) expect(output).to.contain(word)
  expect(output).not.to.match(/^\s+at /m)
  return output
}

describe('A host that cannot start', () => {
  let directory: string
  let remove: () => Promise<void>
  beforeEach(async () => ({ directory, remove } = await createTestDirectory()))
  afterEach(() => remove())

  const refused = (environment: Record<string, string>, ...words: string[]) =>
    expectRefusal({ ATRIUM_DATA_DIR: directory, ...environment }, ...words)
  const panels = async (text: string) => {
    const file = join(directory, 'panels.config.json')
    await writeFile(file, text)
    return { ATRIUM_PANELS: file }
  }

  it('names the line at which panels.config.json is not JSON', async () => {
    await refused(await panels('{\n  "panels": [,]\n}'), join(directory, 'panels.config.json'), 'line 2')
  })

  it('names every error in panels.config.json', async () => {
    const wrong = {
      panels: [
        { id: 'Operations', title: 'a' },
        { id: 'api', title: 'b' },
      ],
      plugin: {},
    }
    await refused(await panels(JSON.stringify(wrong)), '[Operations]', '[api]', '[plugin]')
  })

  it('says that panels.config.json is missing', async () => {
    await refused({ ATRIUM_PANELS: join(directory, 'nothing.json') }, 'does not exist', 'ATRIUM_PANELS')
  })

  it('names every wrong environment variable, and repeats no secret', async () => {
    const wrong = { PORT: 'eighty', ATRIUM_WATCH: 'no', DATABASE_URL: 'mysql://root:s3cret@db/x' }
    const output = await refused(wrong, '[PORT]', '[ATRIUM_WATCH]', '[DATABASE_URL]')
    expect(output).not.to.contain('s3cret')
  })

  it('says which port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await refused({ PORT: String(port) }, `127.0.0.1:${port}`, 'choose another PORT')
    server.close()
  })

  it('says that the database cannot be reached, without its password', async () => {
    const url = 'postgres://atrium:s3cret@127.0.0.1:1/atrium'
    const output = await refused({ DATABASE_URL: url }, '127.0.0.1:1/atrium', 'ECONNREFUSED')
    expect(output).not.to.contain('s3cret')
  })
})

describe('A second host on the same data directory', () => {
  const template = useTemplateHost()

  it('does not start, and harms nothing', async () => {
    await expectRefusal({ ATRIUM_DATA_DIR: template.host.dataDir }, 'Another host is running', 'ATRIUM_DATA_DIR')
    expect((await template.ask(ITEMS)).status).to.equal(200)
  })
})

describe('panels.config.json of a running host', () => {
  const lines: string[] = []
  const template = useTemplateHost(async () => {
    const log = await createLogger({
      level: 'error',
      pretty: false,
      stream: { write: (line) => void lines.push(line) },
    })
    return { watch: true, log }
  })
  const { ask } = template
  const file = () => join(dirname(template.host.dataDir), 'panels.config.json')
  const titles = async () => (await ask<Panel[]>('/api/v1/panels')).body.map(({ title }) => title)
  const save = async (text: string) => {
    await writeFile(`${file()}.tmp`, text)
    await rename(`${file()}.tmp`, file())
  }
  const config = (title: string) =>
    JSON.stringify({ panels: [{ id: 'operations', title }], plugins: { active: ['template'] } })

  it('is applied when it changes', async () => {
    await save(config('Works'))
    await until('the new title', async () => (await titles())[0] === 'Works')
  })

  for (const [what, text] of [
    ['is not JSON', '{"panels": '],
    ['breaks its schema', '{"panels": [{"id": "operations"}]}'],
  ] as const) {
    it(`is reported when it ${what}, and the last valid one stays in effect`, async () => {
      const before = lines.length
      await save(text)
      await until('the report', () => lines.length > before)
      expect(lines.at(-1)).to.contain('panels_config_invalid')
      expect(await titles()).to.deep.equal(['Works'])
      expect((await ask(ITEMS)).status).to.equal(200)
    })
  }

  it('is applied again when it is repaired', async () => {
    await save(config('Operations again'))
    await until('the new title', async () => (await titles())[0] === 'Operations again')
  })
})

describe('A plugin with a syntax error at the start', () => {
  let broken: PluginDirectory
  const template = useTemplateHost(async () => {
    broken = await createPluginDirectory({
      'src/index.ts': 'export const register_routes = (routes) => {\n  routes.get(\n}',
    })
    return { plugins: [TEMPLATE, broken.directory], watch: true }
  })
  after(() => broken[Symbol.asyncDispose]())
  const { ask } = template
  const status = async () => (await ask<{ state: string; diagnostics: Diagnostic[] }>('/api/v1/plugins/fleet')).body

  it('does not stop other plugins or the host from becoming ready', async () => {
    expect((await ask(ITEMS)).status).to.equal(200)
    expect((await ask('/readyz')).status).to.equal(200)
  })

  it('is reported with file, line and fix', async () => {
    const { state, diagnostics } = await status()
    expect(state).to.equal('failed')
    expect(diagnostics).to.have.length(1)
    expect(diagnostics[0]).to.include({ code: 'build_failed', severity: 'error' })
    expect(diagnostics[0]?.where).to.include({ file: 'src/index.ts', line: 3 })
    expect(diagnostics[0]?.fix).not.to.equal('')
  })

  it('answers 503 plugin_failed at its routes, with the reason', async () => {
    const { status: told, body } = await ask('/api/v1/fleet/cars')
    expect([told, body.code]).to.deep.equal([503, 'plugin_failed'])
    expect(body.detail).to.contain('[fleet] failed')
  })

  it('serves when it is repaired', async () => {
    await broken.write({
      'src/index.ts': `export const register_routes = (routes) => routes.get('/cars', {}, () => ['a car'])`,
    })
    await until('the plugin', async () => (await status()).state === 'active')
    expect((await ask<unknown>('/api/v1/fleet/cars')).body).to.deep.equal(['a car'])
  })
})
