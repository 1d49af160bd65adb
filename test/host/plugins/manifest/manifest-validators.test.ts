import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { SuggestedRoles } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { root } from '../../../../host/launch/root.mjs'
import {
  manifestValidatorScript,
  type ManifestValidators,
  rolesValidator,
  settingsSchemaValidator,
} from '../../../../host/plugins/manifest/manifest-validators.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

const ROLE = { title: 'Driver', permissions: ['fleet.vans.view'] }
const ROLES = [{}, { driver: ROLE }, { Driver: ROLE }, { driver: { ...ROLE, unknown: 1 } }, { driver: {} }, [], null]
const SCHEMAS = [
  ...[{}, { type: 'object', properties: { size: { type: 'integer', minimum: 0 } } }, { type: 'strin' }],
  ...[{ properties: { size: { type: 7, minLength: -1 } } }, { $defs: { a: 3 } }, { anyOf: [] }],
  { type: 'object', properties: { a: { items: { items: { maximum: 'x' } } } } },
]

describe('The validators of package.json that the build writes', () => {
  let remove: () => Promise<void>
  let built: ManifestValidators

  before('write them', async () => {
    const test = await createTestDirectory()
    remove = test.remove
    // The script stands outside of the repository, but needs its packages.
    const script = path.join(test.directory, 'validators.cjs')
    const require = JSON.stringify(path.join(root, 'package.json'))
    await writeFile(
      script,
      `require = require('node:module').createRequire(${require});${await manifestValidatorScript()}`,
    )
    built = createRequire(script)(script) as ManifestValidators
  })
  after(() => remove())

  it('find in roles what a validator finds that is compiled now', () => {
    const compiled = rolesValidator()
    for (const roles of ROLES) {
      expect(built.roles(roles), JSON.stringify(roles)).to.equal(compiled(roles))
      expect(built.roles.errors).to.deep.equal(compiled.errors)
    }
    expect(built.roles(ROLES[1])).to.equal(true)
    expect(built.roles(ROLES[2])).to.equal(false)
  })

  it('find in a schema of settings what a validator finds that is compiled now', () => {
    const compiled = settingsSchemaValidator({})
    for (const schema of SCHEMAS) {
      expect(built.meta(schema), JSON.stringify(schema)).to.equal(compiled(schema))
      expect(built.meta.errors).to.deep.equal(compiled.errors)
    }
    expect(built.meta(SCHEMAS[1])).to.equal(true)
    expect(built.meta(SCHEMAS[2])).to.equal(false)
  })

  it('name the schema of roles for which they were written', () => {
    expect(built.rolesSchema).to.equal(JSON.stringify(SuggestedRoles))
  })

  it('know no other meta-schema', () => {
    expect(() => settingsSchemaValidator({ $schema: 'https://example.com/schema' })).to.throw(
      'no schema with key or ref',
    )
  })
})
