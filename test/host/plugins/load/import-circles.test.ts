import { expect } from 'chai'
import { diagnosed } from '../../../helpers/diagnosed.ts'

/** `first.ts`, which is loaded last, and `second.ts` import each other. What `second.ts` does stands in its line 2. */
const circle = (first: string, second: string, files: Record<string, string> = {}) =>
  diagnosed({
    'src/index.ts': "export { register_routes } from './first.ts'",
    'src/first.ts': `import * as second from './second.ts'\n${first}\nexport const register_routes = () => void second`,
    'src/second.ts': second,
    ...files,
  })

const WAYS: readonly [what: string, first: string, second: string, name: string][] = [
  ['a name', 'export const SIZE = 1', "import { SIZE } from './first.ts'\nexport const sizes = [SIZE]", '[SIZE]'],
  ['a class', 'export class Size {}', "import { Size } from './first.ts'\nexport const sizes = [Size]", '[Size]'],
  [
    'a member of a namespace',
    'export const SIZE = 1',
    "import * as first from './first.ts'\nexport const sizes = [first.SIZE]",
    '[SIZE]',
  ],
  [
    'a destructured name',
    'export const { SIZE } = { SIZE: 1 }',
    "import { SIZE } from './first.ts'\nexport const sizes = [SIZE]",
    '[SIZE]',
  ],
  [
    'the default export',
    'export default { SIZE: 1 }',
    "import first from './first.ts'\nexport const sizes = [first]",
    'the default export of [first]',
  ],
  [
    'a name that another file has too',
    'export const SIZE = 1',
    "import { SIZE } from './first.ts'; import './third.ts'\nexport const sizes = [SIZE]",
    '[SIZE2]',
  ],
]

describe('Files that import each other', () => {
  for (const [what, first, second, name] of WAYS)
    it(`are named with the line that uses what is not there yet: ${what}`, async () => {
      const third = { 'src/third.ts': 'const SIZE = 3\nexport const log = () => SIZE\nlog()' }
      const [told] = await circle(first, second, third)
      expect([told?.code, told?.where?.file, told?.where?.line]).to.deep.equal(['load_failed', 'src/second.ts', 2])
      expect(told?.fix).to.equal(
        `Files that import each other use ${name} before it exists. Move what both need into a file that imports neither.`,
      )
    })

  it('are no mistake as long as functions use the values later, and an enum may use itself', async () => {
    const first = 'export enum Fuel { Diesel }\nexport let count = 0\nexport const SIZE = 1\nexport class Van {}'
    const second =
      "import { Fuel, SIZE, Van, count } from './first.ts'\nexport const later = () => [Fuel, SIZE, Van, count]"
    expect(await circle(first, second)).to.deep.equal([])
  })
})

describe('A file in CommonJS', () => {
  it('that throws while it is loaded is named with its line', async () => {
    const [told] = await diagnosed({
      'src/index.ts': "import vans from './vans.cjs'\nexport const register_routes = () => vans",
      'src/vans.cjs': 'const nothing = undefined\nexports.vans = nothing.length',
    })
    expect([told?.code, told?.where?.file, told?.where?.line]).to.deep.equal(['load_failed', 'src/vans.cjs', 2])
  })
})
