import { expect } from 'chai'
import { DOUBTFUL_DECLARATIONS, WRONG_DECLARATIONS } from '../../fixtures/plugins/wrong-declarations.ts'
import { useBreakage } from './use-breakage.ts'

/** One example of each code; variants are tested beside the check that finds them. */
const byCode = new Map([...WRONG_DECLARATIONS].reverse().map((wrong) => [wrong.code, wrong]))

describe('A plugin with a mistake in its declarations', () => {
  const breakage = useBreakage()

  for (const { code, files, says } of [...byCode.values()].reverse()) {
    it(`does not replace the previous generation, and is reported: ${code}`, async () => {
      const { first } = await breakage.breaks(files, code)
      for (const word of says) expect(`${first.message} ${first.fix}`).to.include(word)
      expect(first).to.include({ severity: 'error' })
      expect(first.where?.line).to.be.a('number')
    })
  }
})

describe('A plugin with something doubtful in its declarations', () => {
  const breakage = useBreakage()

  for (const { code, files } of DOUBTFUL_DECLARATIONS) {
    it(`replaces the previous generation, with a warning: ${code}`, async () => {
      const { state, diagnostics } = await breakage.replace(files)
      expect([state, ...diagnostics.map((each) => [each.code, each.severity])]).to.deep.equal([
        'active',
        [code, 'warning'],
      ])
    })
  }
})
