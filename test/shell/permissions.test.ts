import { expect } from 'chai'
import { isPermitted } from '../../host/shell/src/session/permissions.ts'

describe('the permission of a person', () => {
  it('is not needed if none is declared', () => {
    expect(isPermitted([], undefined)).to.be.true
  })

  it('is the permission itself, or one with a star above it', () => {
    for (const granted of ['template.items.view', 'template.items.*', 'template.*', '*', 'template.*.view']) {
      expect(isPermitted([granted], 'template.items.view'), granted).to.be.true
    }
  })

  it('is not a similar, longer or shorter one', () => {
    for (const granted of [
      'template.items.edit',
      'template.items',
      'template.items.view.all',
      'temp.*',
      '*.clients.view',
    ]) {
      expect(isPermitted([granted], 'template.items.view'), granted).to.be.false
    }
  })
})
