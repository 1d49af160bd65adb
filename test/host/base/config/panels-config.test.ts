import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { ValidateFunction } from 'ajv'
import { expect } from 'chai'
import { configValidatorScript } from '../../../../host/base/config/index.ts'
import { checkPanelsConfig } from '../../../../host/base/config/panels-config.ts'
import { schemaFinding } from '../../../../host/base/config/schema-finding.ts'
import { root } from '../../../../host/launch/root.mjs'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

const company = { title: 'Company', issuer: 'https://id.example', client_id: 'atrium' }

describe('The validator of panels.config.json that the build writes', () => {
  let remove: () => Promise<void>
  let validate: ValidateFunction

  before('write it', async () => {
    const test = await createTestDirectory()
    remove = test.remove
    // The script stands outside of the repository, but needs its packages.
    const script = path.join(test.directory, 'validator.cjs')
    const require = JSON.stringify(path.join(root, 'package.json'))
    await writeFile(
      script,
      `require = require('node:module').createRequire(${require});${await configValidatorScript()}`,
    )
    validate = createRequire(script)(script) as ValidateFunction
  })
  after(() => remove())

  it('accepts a configuration', () => {
    const config = { panels: [{ id: 'desk', title: 'Desk' }], sign_in: { providers: { company } } }
    expect(validate(config)).to.equal(true)
  })

  for (const [what, config] of Object.entries({
    'a missing member': {},
    'an unknown member': { panels: [], plugin: {} },
    'a reserved id': { panels: [{ id: 'api', title: 'API' }] },
    'a wrong id': { panels: [{ id: 'De sk', title: '' }], plugins: { settings: { Desk: {} } } },
    'a wrong type': { panels: [{ id: 'desk', title: 7, sort: 1.5, enabled: 'yes' }] },
    'an address that is not https': {
      panels: [],
      sign_in: { providers: { company: { ...company, issuer: 'http://id' } } },
    },
  }))
    it(`reports ${what} as one that is compiled now`, () => {
      expect(validate(config)).to.equal(false)
      const errors = validate.errors!.filter(({ keyword }) => keyword !== 'propertyNames')
      expect(errors.map(schemaFinding)).to.deep.equal(checkPanelsConfig(config))
    })
})
