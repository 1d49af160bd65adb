import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Dashboard, FormDefinition, ModuleManifest, ResourceDefinition } from '@atrium/sdk/documents'
import type { ValidateFunction } from 'ajv'
import { expect } from 'chai'
import { Type } from 'typebox'
import { root } from '../../../../../host/launch/root.mjs'
import {
  builtValidator,
  validatorOf,
  validatorScript,
} from '../../../../../host/plugins/compile/checks/document-validators.ts'
import { createTestDirectory } from '../../../../helpers/test-directory.ts'

const DOCUMENTS = { ModuleManifest, Dashboard, FormDefinition, ResourceDefinition }

const widget = (kind: string) => ({
  id: 'some',
  panel_id: 'p',
  module_id: 'm',
  kind: 'custom',
  widgets: [{ kind, columns: 7 }],
})

/** Documents in which each part is wrong once. */
const WRONG = [{}, null, [], { id: 7, unknown: true }, widget('table'), widget('form'), widget('no such kind')]

describe('The validators that the build writes', () => {
  let remove: () => Promise<void>
  let built: Record<string, ValidateFunction>

  before('write them', async () => {
    const test = await createTestDirectory()
    remove = test.remove
    // The script stands outside of the repository, but needs its packages.
    const script = path.join(test.directory, 'validators.cjs')
    const require = JSON.stringify(path.join(root, 'package.json'))
    await writeFile(script, `require = require('node:module').createRequire(${require});${await validatorScript()}`)
    built = createRequire(script)(script) as typeof built
  })
  after(() => remove())

  it('are one for each kind of document', () => {
    expect(Object.keys(built)).to.have.lengthOf(Object.keys(DOCUMENTS).length)
  })

  for (const [name, schema] of Object.entries(DOCUMENTS)) {
    it(`find in a ${name} what a validator finds that is compiled now`, () => {
      const ready = builtValidator(built, schema) as ValidateFunction
      const compiled = validatorOf(schema)
      for (const wrong of WRONG) {
        expect(compiled(wrong)).to.equal(false)
        expect(ready(wrong)).to.equal(false)
        expect(ready.errors).to.deep.equal(compiled.errors)
      }
    })
  }

  it('are not used for another schema', () => {
    const { properties } = ModuleManifest as unknown as { properties: Record<string, never> }
    expect(builtValidator(built, ModuleManifest)).to.be.a('function')
    expect(builtValidator(built, Type.Object({ ...properties, added: Type.String() }))).to.equal(undefined)
  })
})
