import { expect } from 'chai'
import {
  dependsOnNode,
  laterNode,
  listTestFiles,
  mostlyWaits,
  needsBuild,
  needsDriver,
  testsDrivers,
} from './test-files.mjs'

describe('The files that npm test runs', () => {
  it('are all of the repository, those of plugins too', () => {
    const files = listTestFiles()
    expect(files).to.include('test/runner/test-files.test.ts')
    expect(files.filter((file) => file.startsWith('plugins/template/test/'))).not.to.have.length(0)
    expect(files.filter((file) => file.includes('node_modules'))).to.deep.equal([])
  })

  it('run on this Node, unless they need a later one', () => {
    expect(laterNode('test/sdk/some.test.ts', '20.19.0')).to.equal(undefined)
    const file = 'test/conformance/some.test.ts'
    expect(laterNode(file, '20.20.2')).to.equal('22.19')
    expect(laterNode(file, '22.3.0')).to.equal('22.19')
    expect(laterNode(file, '22.19.0')).to.equal(undefined)
    expect(laterNode(file, '24.2.0')).to.equal(undefined)
  })

  it('wait for the build only where they use it', () => {
    expect(needsBuild('test/e2e/some.test.ts')).to.equal(true)
    expect(needsBuild('test/host/core/auth/some.test.ts')).to.equal(false)
  })

  it('wait for the driver of SQLite unless they open no database', () => {
    expect(needsDriver('test/host/core/auth/some.test.ts')).to.equal(true)
    expect(needsDriver('plugins/template/test/some.test.ts')).to.equal(true)
    expect(needsDriver('test/shell/some.test.ts')).to.equal(false)
  })

  it('have a lane of their own if they mostly wait', () => {
    expect(mostlyWaits('test/host/base/db/database-health.test.ts')).to.equal(true)
    expect(mostlyWaits('test/host/core/auth/some.test.ts')).to.equal(false)
  })

  it('run again on a later Node if they test what depends on it', () => {
    expect(dependsOnNode('test/host/core/auth/some.test.ts')).to.equal(true)
    expect(dependsOnNode('test/host/cli/some.test.ts')).to.equal(false)
    expect(dependsOnNode('test/e2e/some.test.ts')).to.equal(false)
  })

  it('run again on PostgreSQL, too, only if they test the drivers', () => {
    expect(testsDrivers('test/host/base/db/some.test.ts')).to.equal(true)
    expect(testsDrivers('test/host/core/auth/some.test.ts')).to.equal(false)
  })
})
