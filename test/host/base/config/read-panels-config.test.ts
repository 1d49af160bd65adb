import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { readPanelsConfig } from '../../../../host/base/config/index.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

describe('panels.config.json', () => {
  let file: string
  let remove: () => Promise<void>
  before(async () => {
    const made = await createTestDirectory()
    remove = made.remove
    file = join(made.directory, 'panels.config.json')
  })
  after(() => remove())

  const readText = async (text: string) => {
    await writeFile(file, text)
    return readPanelsConfig(file)
  }
  const read = (config: unknown) => readText(JSON.stringify(config))
  const findings = async (config: unknown) => (await read(config)).findings ?? []

  it('of this repository is valid', async () => {
    const { config } = await readPanelsConfig(join(import.meta.dirname, '../../../../panels.config.json'))
    expect(config?.panels.map(({ id }) => id)).to.include.members(['operations', 'admin', 'accounting'])
    expect(config?.plugins.active).to.include('template')
  })

  it('gets its defaults filled in', async () => {
    const { config } = await read({
      panels: [
        { id: 'a', title: 'A' },
        { id: 'b', title: 'B', sort: 5, enabled: false, icon: 'box' },
      ],
    })
    expect(config).to.deep.equal({
      panels: [
        { id: 'a', title: 'A', sort: 10, enabled: true },
        { id: 'b', title: 'B', sort: 5, enabled: false, icon: 'box' },
      ],
      plugins: { active: [], settings: {} },
      sign_in: { providers: {} },
    })
  })

  it('may set the active plugins and their settings', async () => {
    const plugins = { active: ['clients'], settings: { clients: { greeting: 'Hello' } } }
    expect((await read({ panels: [], plugins })).config?.plugins).to.deep.equal(plugins)
  })

  it('points at an unknown member and suggests a similar one', async () => {
    const [finding] = await findings({ panels: [{ id: 'a', title: 'A', enabeld: false }] })
    expect(finding).to.deep.equal({
      code: 'panels_config_invalid',
      severity: 'error',
      message: 'The member [enabeld] is not allowed here.',
      where: { file, pointer: '/panels/0/enabeld' },
      fix: 'Did you mean [enabled]?',
    })
  })

  it('lists the allowed members if none is similar', async () => {
    const [finding] = await findings({ panels: [], theme: 'dark' })
    expect(finding?.fix).to.equal('Remove it. Allowed members: panels, plugins, sign_in.')
  })

  const wrong: [what: string, config: unknown, pointer: string, message: RegExp][] = [
    ['a missing title', { panels: [{ id: 'a' }] }, '/panels/0', /\[title\] is missing/],
    ['a missing list of panels', {}, '', /\[panels\] is missing/],
    ['something else than an object', [], '', /type object/],
    ['an invalid id', { panels: [{ id: 'My Panel', title: 'A' }] }, '/panels/0/id', /\[My Panel\] is not an id/],
    ['an id of the host', { panels: [{ id: 'api', title: 'A' }] }, '/panels/0/id', /\[api\] is reserved/],
    ['an empty title', { panels: [{ id: 'a', title: '' }] }, '/panels/0/title', /fewer than 1/],
    ['a text for a flag', { panels: [{ id: 'a', title: 'A', enabled: 'no' }] }, '/panels/0/enabled', /type boolean/],
    [
      'an id used twice',
      {
        panels: [
          { id: 'a', title: 'A' },
          { id: 'a', title: 'B' },
        ],
      },
      '/panels/1/id',
      /already used at \/panels\/0\/id/,
    ],
    ['a plugin listed twice', { panels: [], plugins: { active: ['a', 'a'] } }, '/plugins/active/1', /already used/],
    ['an invalid plugin id', { panels: [], plugins: { active: ['A_B'] } }, '/plugins/active/0', /\[A_B\] is not an id/],
    [
      'settings for what is no id',
      { panels: [], plugins: { settings: { 'a/b': {} } } },
      '/plugins/settings/a~1b',
      /\[a\/b\] is not an id/,
    ],
    [
      'settings that are no object',
      { panels: [], plugins: { settings: { a: 1 } } },
      '/plugins/settings/a',
      /type object/,
    ],
  ]
  for (const [what, config, pointer, message] of wrong) {
    it(`points at ${what}`, async () => {
      const found = await findings(config)
      expect(found).to.have.lengthOf(1)
      expect(found[0]?.where?.pointer).to.equal(pointer)
      expect(found[0]?.message).to.match(message)
    })
  }

  it('reports everything that is wrong at once', async () => {
    expect(await findings({ panels: [{ id: 'api', title: 1 }], x: 1 })).to.have.lengthOf(3)
  })

  const malformed: [what: string, text: string, line: number, column: number][] = [
    ['a comma too many', '{\n  "panels": [],\n}', 2, 15],
    ['a missing comma', '{\n  "panels": []\n  "plugins": {}\n}', 3, 3],
    ['a word', '{\n  "panels": none\n}', 2, 13],
    ['a file cut short', '{ "panels": [', 1, 14],
    ['an empty file', '', 1, 1],
  ]
  for (const [what, text, line, column] of malformed) {
    it(`reports line and column of ${what}`, async () => {
      const { findings = [] } = await readText(text)
      expect(findings).to.have.lengthOf(1)
      expect(findings[0]?.where).to.deep.equal({ file, line, column })
      expect(findings[0]?.message).to.include('is not JSON')
    })
  }

  it('may start with a byte order mark', async () => {
    expect(await readText('\uFEFF{ "panels": [] }')).to.have.property('config')
  })

  it('is reported as missing', async () => {
    const { findings = [] } = await readPanelsConfig(`${file}.missing`)
    expect(findings[0]).to.include({ code: 'panels_config_unreadable' })
    expect(findings[0]?.fix).to.include('ATRIUM_PANELS')
  })

  it('may be missing if nobody named it, and then there is the panel Operations', async () => {
    const { config } = await readPanelsConfig(`${file}.missing`, { isOptional: true })
    expect(config?.panels.map(({ id }) => id)).to.deep.equal(['operations'])
    expect(config?.plugins.active).to.deep.equal([])
  })

  it('is reported as unreadable', async () => {
    const { findings = [] } = await readPanelsConfig(join(file, '..'))
    expect(findings[0]).to.include({ code: 'panels_config_unreadable' })
  })
})
