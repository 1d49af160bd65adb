import { expect } from 'chai'
import { hostPlugins } from '../../../helpers/hosted-plugins.ts'

describe('Closing the plugins', () => {
  const files = { 'src/index.ts': `export const register_routes = (routes) => routes.get('/cars', {}, () => [])` }

  it('takes them out of service', async () => {
    const { plugins, registries } = await hostPlugins(files)
    expect(registries.operations.has('fleet')).to.equal(true)
    await plugins.close()
    expect(registries.operations.has('fleet')).to.equal(false)
  })

  it('does not load them again, even while folders are being scanned', async () => {
    const { plugins, registries } = await hostPlugins(files, { watch: true })
    const looking = plugins.refresh()
    await plugins.close()
    await looking
    expect(registries.operations.has('fleet')).to.equal(false)
  })
})
