import { expect } from 'chai'
import { isPermitted } from '../../host/shell/src/session/permissions.ts'

describe('what a person is offered', () => {
  it('needs no permission where none is named', () => {
    expect(isPermitted([], undefined)).to.be.true
  })

  it('needs the permission itself, or one with a star above it', () => {
    for (const granted of ['template.items.view', 'template.items.*', 'template.*', '*', 'template.*.view']) {
      expect(isPermitted([granted], 'template.items.view'), granted).to.be.true
    }
  })

  it('is not covered by what is near, longer or shorter', () => {
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
