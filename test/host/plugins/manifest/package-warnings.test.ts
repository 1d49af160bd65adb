import { expect } from 'chai'
import { hostPlugins } from '../../../helpers/hosted-plugins.ts'
import { packageJson } from '../../../helpers/plugin-directory.ts'

const withMembers = (members: object) => packageJson({ name: 'fleet', atrium: { id: 'fleet', ...members } })

describe('The warnings about a package.json', () => {
  it('stand in the state of the plugin that serves, until a saved package.json has none', async () => {
    const { registries, fleet, reload } = await hostPlugins({
      'package.json': withMembers({ titel: 'Vans' }),
      'src/index.ts': 'export const setup = () => undefined',
    })
    const told = () => registries.plugins.get('fleet')?.diagnostics.map(({ code, where }) => [code, where?.pointer])
    expect(registries.plugins.get('fleet')?.state).to.equal('active')
    expect(told()).to.deep.equal([['manifest_member_unknown', '/atrium/titel']])
    await fleet.write({ 'package.json': withMembers({ title: 'Vans' }) })
    await reload()
    expect(told()).to.deep.equal([])
  })
})
