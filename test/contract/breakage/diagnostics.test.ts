import { expect } from 'chai'
import { DOUBTFUL_DECLARATIONS, WRONG_DECLARATIONS } from '../../fixtures/plugins/wrong-declarations.ts'
import { useBreakage } from './use-breakage.ts'

/** In ms. Nothing hangs here, and a busy machine may take longer than those tests give whose plugins do. */
const NOT_HANGING = 10_000

/** One of each code: what a code may mean is tested beside the code that finds it. */
const byCode = new Map([...WRONG_DECLARATIONS].reverse().map((wrong) => [wrong.code, wrong]))

describe('A plugin with a mistake in what it declares', () => {
  const breakage = useBreakage({ stageLimit: NOT_HANGING })

  for (const { code, files, says } of [...byCode.values()].reverse()) {
    it(`is not put in place of the one before, and told so: ${code}`, async () => {
      const { first } = await breakage.breaks(files, code)
      for (const word of says) expect(`${first.message} ${first.fix}`).to.include(word)
      expect(first).to.include({ severity: 'error' })
      expect(first.where?.line).to.be.a('number')
    })
  }
})

describe('A plugin with something doubtful in what it declares', () => {
  const breakage = useBreakage({ stageLimit: NOT_HANGING })

  for (const { code, files } of DOUBTFUL_DECLARATIONS) {
    it(`is put in place of the one before, with a warning: ${code}`, async () => {
      const { state, diagnostics } = await breakage.replace(files)
      expect([state, ...diagnostics.map((each) => [each.code, each.severity])]).to.deep.equal([
        'active',
        [code, 'warning'],
      ])
    })
  }
})
