import { expect } from 'chai'
import { HANGING, useBreakage, working } from './use-breakage.ts'

const FUNCTIONS = [
  'register_resources',
  'register_routes',
  'register_mcp_tools',
  'register_channels',
  'setup',
  'health',
] as const

/** A fleet without routes, whose one function does something at line 2. */
const doing = (name: string, what: string) => ({ 'src/index.ts': `export async function ${name}() {\n  ${what}\n}` })

describe('A plugin whose exported function throws', () => {
  const breakage = useBreakage()

  for (const name of FUNCTIONS) {
    it(`does not replace the previous generation: ${name}`, async () => {
      const { first } = await breakage.breaks(doing(name, `throw new Error('no vans')`), 'stage_failed')
      expect(first.message).to.equal(`[${name}] threw: no vans`)
      expect(first.where).to.deep.include({ file: 'src/index.ts', line: 2 })
    })
  }

  it('is reported with the thrown value, even if that is not an Error', async () => {
    const { first } = await breakage.breaks(doing('setup', `throw { reason: 'no vans' }`), 'stage_failed')
    expect(first.message).to.contain('no vans')
  })
})

describe('A plugin whose exported function never ends', () => {
  const breakage = useBreakage({ stageLimit: HANGING })

  for (const name of FUNCTIONS) {
    it(`is given up and does not replace the previous generation: ${name}`, async () => {
      const { first } = await breakage.breaks(doing(name, 'await new Promise(() => undefined)'), 'stage_timeout')
      expect(first.message).to.equal(`[${name}] did not finish within 3 s.`)
    })
  }
})

for (const [what, code] of [
  [`throw new Error('no vans')`, 'stage_failed'],
  ['await new Promise(() => undefined)', 'stage_timeout'],
] as const) {
  describe(`A plugin that begins with ${code}`, () => {
    const breakage = useBreakage({ stageLimit: HANGING, files: doing('register_resources', what) })

    it('fails, says so at its routes, and serves once it is repaired', async () => {
      const { state, generation } = await breakage.failed(code)
      expect([state, generation]).to.deep.equal(['failed', undefined])
      const { status, body } = await breakage.ask('/api/v1/fleet/name')
      expect([status, body.code]).to.deep.equal([503, 'plugin_failed'])
      await breakage.fleet.write(working('one'))
      await breakage.serves('one')
    })
  })
}
