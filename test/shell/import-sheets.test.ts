import { expect } from 'chai'
import { MOST_BYTES, MOST_LINES, readFile, readSheet, SheetProblem } from '../../host/shell/src/import/read-sheet.ts'
import { csvOf } from '../../host/shell/src/values/csv.ts'
import { rejection } from '../helpers/rejection.ts'

const TEXT = 'Name,Town\nJürgen,Zürich\n'
const file = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => new File(parts, 'list.csv')
const utf16 = (text: string, isBig = false) => {
  const bytes = new Uint8Array(Buffer.from(text, 'utf16le'))
  return isBig ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes
}
const cells = (text: string) => readSheet(text).lines.map((line) => line.cells)

describe('A file that is imported', () => {
  it('may be in UTF-8, UTF-16 or the encoding of Western Windows, with a byte order mark or without', async () => {
    const files = {
      plain: file(TEXT),
      marked: file(`\uFEFF${TEXT}`),
      'UTF-16': file(utf16(`\uFEFF${TEXT}`)),
      'UTF-16, big-endian': file(utf16(`\uFEFF${TEXT}`, true)),
      'UTF-16 without a mark': file(utf16(TEXT)),
      'Windows-1252': file(new Uint8Array(Buffer.from(TEXT, 'latin1'))),
    }
    for (const [name, each] of Object.entries(files)) {
      const { headings, lines } = await readFile(each)
      expect([headings, lines], name).to.deep.equal([['Name', 'Town'], [{ line: 2, cells: ['Jürgen', 'Zürich'] }]])
    }
  })

  it('may be separated by commas, semicolons or tabs, as the first line shows', () => {
    for (const separator of [',', ';', '\t'])
      expect(cells(`"A, b; c"${separator}B\n1${separator}"x;,y"\n`), separator).to.deep.equal([['1', 'x;,y']])
    expect(cells('A\nx, y; z\n'), 'one column').to.deep.equal([['x, y; z']])
  })

  it('may have quotes, line breaks in cells, empty lines and lines of any length, and keeps its line numbers', () => {
    const { headings, lines } = readSheet('A,B\r\n"x ""y""",1\r\n\r\n,\r\n"two\nlines",2\r\nshort\r\nlong,3,more\r\n')
    expect(headings).to.deep.equal(['A', 'B', 'Column 3'])
    expect(lines).to.deep.equal([
      { line: 2, cells: ['x "y"', '1', ''] },
      { line: 6, cells: ['two\nlines', '2', ''] },
      { line: 7, cells: ['short', '', ''] },
      { line: 8, cells: ['long', '3', 'more'] },
    ])
  })

  it('is read as an export has written it: a formula loses its apostrophe, other apostrophes stay', () => {
    const rows = [
      ['A', 'B', 'C'],
      ['=1+1', "'tis", '-5'],
    ]
    expect(cells(csvOf(rows))).to.deep.equal(rows.slice(1))
  })

  it('is refused in words if it has no lines, too many, too many bytes, or a quote that is not closed', async () => {
    const many = `A\n${'x\n'.repeat(MOST_LINES + 1)}`
    for (const text of ['', 'A,B\n', many, 'A\n"x\ny\n'])
      expect(() => readSheet(text), text.slice(0, 9)).to.throw(SheetProblem)
    expect(() => readSheet(many)).to.throw('1,001 lines. At most 1,000')
    expect(await rejection(readFile(file('x'.repeat(MOST_BYTES + 1))))).to.be.instanceOf(SheetProblem)
    const workbook = file(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]))
    expect(await rejection(readFile(workbook)))
      .to.have.property('message')
      .that.includes('Save it as CSV')
    const picture = file(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48]))
    expect(await rejection(readFile(picture)))
      .to.have.property('message')
      .that.includes('no text')
  })
})
