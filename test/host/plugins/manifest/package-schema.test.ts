import { PluginPackage } from '@atrium/sdk/documents'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { checkPluginManifest } from '../../../../host/plugins/manifest/check-plugin-manifest.ts'
import { packageJson } from '../../../helpers/plugin-directory.ts'
import { startServer } from '../../doors/http/start-server.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const json = async (file: string) => JSON.parse(await readFile(path.join(ROOT, file), 'utf8')) as object
const plain = (value: object) => JSON.parse(JSON.stringify(value)) as object

const ROLE = {
  title: 'Driver',
  description: 'Sees own vans',
  permissions: ['fleet.vans.view'],
  conditions: [{ resource: 'fleet_vans', where: 'owner_id=me' }],
  fields: [{ resource: 'fleet_vans', hidden: ['price'], read_only: ['name'] }],
}

/** Values of `atrium`, besides the id, and whether the host accepts them. */
const MEMBERS: [atrium: object, isAccepted: boolean][] = [
  [{}, true],
  [{ title: 'Fleet', drain_seconds: 10, requires: { depot: '^1.0.0' }, settings: { type: 'object' } }, true],
  [{ elements: './ui/elements.ts' }, true],
  [{ elements: 'dist/..elements.js' }, true],
  [{ elements: '' }, false],
  [{ elements: '/etc/elements.js' }, false],
  [{ elements: './ui/../../elements.ts' }, false],
  [{ elements: '..' }, false],
  [{ titel: 'Fleet' }, false],
  [{ title: '' }, false],
  [{ id: 'Fleet' }, false],
  [{ drain_seconds: '30' }, false],
  [{ drain_seconds: 4000 }, false],
  [{ requires: ['depot'] }, false],
  [{ requires: { Depot: '^1.0.0' } }, false],
  [{ settings: 'none' }, false],
  [{ roles: {} }, true],
  [{ roles: { reader: { title: 'Reader', permissions: ['fleet.*.view'] } } }, true],
  [{ roles: { reader: ROLE } }, true],
  [{ roles: { Reader: ROLE } }, false],
  [{ roles: { reader: { ...ROLE, permissions: [] } } }, false],
  [{ roles: { reader: { ...ROLE, permisions: ['fleet.*'] } } }, false],
  [{ roles: { reader: { ...ROLE, conditions: [{ table: 'fleet_vans', where: 'owner_id=me' }] } } }, false],
  [{ roles: [ROLE] }, false],
  [{ events: ['fleet.sold', 'fleet.van.sold'] }, true],
  [{ events: ['sold'] }, false],
  [{ events: ['fleet.sold', 'fleet.sold'] }, false],
  [{ events: { 'fleet.sold': true } }, false],
]

describe('The JSON Schema of a plugin’s package.json', () => {
  it('is part of the package of the SDK', async () => {
    expect(await json('sdk/package.schema.json')).to.deep.equal(plain(PluginPackage))
    expect(await json('sdk/package.json')).to.have.deep.nested.property('files', [
      'dist',
      'package.schema.json',
      '*/README.md',
    ])
  })

  it('is served by the host to everybody', async () => {
    const server = await startServer({})
    const response = await server.ask('/docs/package.schema.json', { as: null })
    expect(response.headers.get('content-type')).to.match(/^application\/json/)
    expect(await response.json()).to.deep.equal(plain(PluginPackage))
  })

  it('accepts the plugins of this repository', async () => {
    const validate = new Ajv2020({ strict: false }).compile(plain(PluginPackage))
    for (const plugin of ['template', 'clients', 'booking']) {
      expect(validate(await json(`plugins/${plugin}/package.json`)), plugin).to.equal(true)
    }
  })

  for (const [atrium, isAccepted] of MEMBERS) {
    it(`${isAccepted ? 'accepts' : 'refuses'} ${JSON.stringify(atrium)}, as the host does`, () => {
      const given = packageJson({ atrium }) as Record<string, unknown>
      expect(new Ajv2020({ strict: false }).compile(plain(PluginPackage))(given)).to.equal(isAccepted)
      expect(checkPluginManifest(given).length === 0).to.equal(isAccepted)
    })
  }
})
