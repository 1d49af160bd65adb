import { expect } from 'chai'
import { concernedDocuments } from '../../host/shell/src/live/frame.ts'

describe('the documents that a change concerns', () => {
  it('are the dashboard or the form of an id', () => {
    expect(concernedDocuments({ plugin: 'template', changed: ['items-list'] }, [])).to.deep.equal([
      '/api/v1/ui/dashboards/items-list',
      '/api/v1/forms/items-list',
    ])
  })

  it('are the manifest of a module, its panel and the list of panels, each once', () => {
    const changed = ['operations/template', 'operations/other']
    expect(concernedDocuments({ plugin: 'template', changed }, [])).to.deep.equal([
      '/api/v1/panels/operations/modules/template/manifest',
      '/api/v1/panels/operations',
      '/api/v1/panels',
      '/api/v1/panels/operations/modules/other/manifest',
    ])
  })

  it('are all panels that were read where the panels themselves have changed, but nothing below them', () => {
    const known = [
      '/api/v1/auth/me',
      '/api/v1/panels',
      '/api/v1/panels/operations',
      '/api/v1/panels/operations/search?q=oak',
      '/api/v1/panels/operations/modules/template/manifest',
      '/api/v1/ui/dashboards/items-list',
    ]
    expect(concernedDocuments({ plugin: null, changed: [] }, known)).to.deep.equal([
      '/api/v1/panels',
      '/api/v1/panels/operations',
    ])
    expect(concernedDocuments({ plugin: 'template', changed: [] }, known)).to.deep.equal([])
  })
})
