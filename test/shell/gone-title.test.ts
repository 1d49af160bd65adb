import { expect } from 'chai'
import { goneTitle } from '../../host/shell/src/dashboard/gone-title.ts'

describe('what is said of a module that was there a moment ago', () => {
  it('is what was told of its plugin, which may have another name than the module', () => {
    expect(goneTitle('Orders', { state: 'inactive', code: 'module_not_found' })).to.equal('Orders was deactivated')
    expect(goneTitle('Orders', { state: 'failed' })).to.equal('Orders could not be started')
    expect(goneTitle('Orders', { state: 'activating' })).to.equal('Orders is being started')
  })

  it('is the host’s reason where nothing was told', () => {
    expect(goneTitle('Orders', { code: 'plugin_inactive' })).to.equal('Orders was deactivated')
    expect(goneTitle('Orders', { code: 'panel_not_found' })).to.equal('Orders was deactivated')
  })

  it('does not say more than is known: a plugin that serves has left the module out', () => {
    expect(goneTitle('Orders', { state: 'active', code: 'module_not_found' })).to.equal('Orders is not here any more')
    expect(goneTitle('Orders', {})).to.equal('Orders is not here any more')
  })
})
