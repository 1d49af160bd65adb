import path from 'node:path'
import { expect } from 'chai'
import { authorFrame, authorPlace } from '../../../../host/plugins/load/author-frame.ts'

const directory = path.resolve('/plugins/fleet')
const file = path.join(directory, 'src/x.ts')

function errorWith(...frames: string[]): Error {
  const error = new Error('at the wheel (/plugins/fleet/src/message.ts:1:1)')
  error.stack = [String(error), ...frames.map((frame) => `    at ${frame}`)].join('\n')
  return error
}

describe('authorFrame', () => {
  it('finds the first frame in the directory, after frames of the host and of dependencies', () => {
    const error = errorWith(
      'Builder.column (file:///app/sdk/builders/table.ts:10:3)',
      `wrap (${path.join(directory, 'node_modules/dep/index.js')}:4:5)`,
      `new Item (${file}:7:9)`,
      `Object.<anonymous> (${path.join(directory, 'src/y.ts')}:1:1)`,
    )
    expect(authorFrame(error, directory)).to.deep.equal({ file, line: 7, column: 9 })
  })

  it('parses every form of stack frame', () => {
    for (const frame of [`${file}:7:9`, `async ${file}:7:9`, `async Promise.all (index 0)`, `file://${file}:7:9`]) {
      const found = authorFrame(errorWith(frame, `last (${file}:7:9)`), directory)
      expect(found, frame).to.deep.equal({ file, line: 7, column: 9 })
    }
    const spaced = path.join(directory, 'a folder (1)', 'x.ts')
    expect(authorFrame(errorWith(`f (${spaced}:1:2)`), directory)?.file).to.equal(spaced)
    expect(authorFrame(errorWith('f (file:///plugins/fleet/a%20b.ts:1:2)'), directory)?.file).to.match(/a b\.ts$/)
  })

  it('finds nothing when the plugin is not on the stack', () => {
    const neighbour = errorWith(`f (${directory}-two/src/x.ts:1:1)`)
    for (const error of [neighbour, new Error('elsewhere'), 'a text', undefined, null, { stack: 7 }]) {
      expect(authorFrame(error, directory)).to.equal(undefined)
      expect(authorPlace(error, directory)).to.equal(undefined)
    }
  })
})

describe('authorPlace', () => {
  it('names the file relative to the plugin directory', () => {
    expect(authorPlace(errorWith(`f (${file}:7:9)`), directory)).to.deep.equal({ file: 'src/x.ts', line: 7, column: 9 })
  })
})
