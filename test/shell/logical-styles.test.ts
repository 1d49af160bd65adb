import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'

const ROOT = path.resolve(import.meta.dirname, '../../host/shell/src')

/** Files whose physical sides are meant, with the reason. */
const MEANT: Readonly<Record<string, string>> = {
  'theme/direction.css': 'the rules for right-to-left languages themselves',
  'calendar/grid-props.tsx': 'Mantine places entries from the left; its grids run from left to right in every language',
  'plugins/dependency-graph.tsx': 'a drawing with coordinates',
  'table/grid/grid-range.ts': 'the first and last column of a range, not a style',
}

/** Declarations of a style sheet that name a physical side, and shorthands with different sides. */
const PHYSICAL_CSS = [
  /^\s*(?:left|right):/,
  /(?:margin|padding|border|inset)-(?:left|right)\b/,
  /(?:text-align|float|clear):\s*(?:left|right)\b/,
  /border-(?:top|bottom)-(?:left|right)-radius/,
]

/** Style props and members with a physical side. */
const PHYSICAL_PROPS = [
  /\b(?:ml|mr|pl|pr)=/,
  /\b(?:marginLeft|marginRight|paddingLeft|paddingRight|borderLeft|borderRight)\b/,
  /textAlign: '(?:left|right)'/,
  /[{,]\s*(?:left|right): (?!number)/,
]

const SIDES = /^\s*(?:margin|padding): ([^;]+);/

/** `6px 8px 6px 16px` has different values on the left and on the right. */
function hasUnequalSides(line: string): boolean {
  const values = SIDES.exec(line)?.[1]?.match(/(?:calc|var|min|max)\((?:[^()]|\([^()]*\))*\)|\S+/g) ?? []
  return values.length === 4 && values[1] !== values[3]
}

const isPhysical = (name: string, line: string): boolean =>
  name.endsWith('.css')
    ? PHYSICAL_CSS.some((rule) => rule.test(line)) || hasUnequalSides(line)
    : PHYSICAL_PROPS.some((rule) => rule.test(line))

describe('The styles of the shell', () => {
  it('name the start and the end of a line instead of left and right, so that Arabic is mirrored', () => {
    const names = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:css|tsx?)$/.test(name),
    )
    const found = names.flatMap((name) => {
      const file = name.split(path.sep).join('/')
      if (file in MEANT) return []
      const lines = readFileSync(path.join(ROOT, name), 'utf8').split('\n')
      return lines.flatMap((line, at) => (isPhysical(name, line) ? [`${file}:${at + 1} ${line.trim()}`] : []))
    })
    expect(found).to.deep.equal([])
  })
})
