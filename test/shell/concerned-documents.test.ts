import { expect } from 'chai'
import { concernedDocuments } from '../../host/shell/src/live/frame.ts'

describe('the documents that a change affects', () => {
  it('are the dashboard or form with an id', () => {
    expect(concernedDocuments({ plugin: 'template', changed: ['items-list'] }, [])).to.deep.equal([
      '/api/v1/ui/dashboards/items-list',
      '/api/v1/forms/items-list',
    ])
  })

  it('are the manifest of a module, its panel and the list of panels, once each', () => {
    const changed = ['operations/template', 'operations/other']
    expect(concernedDocuments({ plugin: 'template', changed }, [])).to.deep.equal([
      '/api/v1/panels/operations/modules/template/manifest',
      '/api/v1/panels/operations',
      '/api/v1/panels',
      '/api/v1/panels/operations/modules/other/manifest',
    ])
  })

  it('are all panels that were read, without their manifests, if the panels themselves have changed', () => {
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
