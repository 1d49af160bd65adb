import { expect } from 'chai'
import { readTsv, writeHtml, writeTsv } from '../../host/shell/src/table/grid/tsv.ts'

describe('Cells in the clipboard', () => {
  it('are read row by row, with or without a line break at the end', () => {
    expect(readTsv('a\tb\nc\td')).to.deep.equal([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(readTsv('a\tb\r\nc\td\r\n')).to.deep.equal(readTsv('a\tb\nc\td'))
    expect(readTsv('a')).to.deep.equal([['a']])
    expect(readTsv('')).to.deep.equal([['']])
    expect(readTsv('\t\n\t\n')).to.deep.equal([
      ['', ''],
      ['', ''],
    ])
    expect(readTsv('a\n\nb\n')).to.deep.equal([['a'], [''], ['b']])
  })

  it('may contain line breaks, tabs and quotes if they are quoted', () => {
    expect(readTsv('"one\ntwo"\t"a\tb"\n"say ""hi"""\tplain')).to.deep.equal([
      ['one\ntwo', 'a\tb'],
      ['say "hi"', 'plain'],
    ])
  })

  it('keep quotes that quote nothing', () => {
    expect(readTsv('5" pipe\t"open\n"a" b\tc')).to.deep.equal([
      ['5" pipe', '"open'],
      ['"a" b', 'c'],
    ])
  })

  it('come back as they were written', () => {
    const rows = [
      ['plain', 'two\nlines', 'a\tb', '"quoted"', 'in "the" middle'],
      ['', '-5', '=1+1', '@home', "'tis"],
    ]
    expect(readTsv(writeTsv(rows))).to.deep.equal(rows)
    expect(writeTsv([['=1+1', '+49 30 1']]), 'no spreadsheet runs a formula of somebody else').to.equal(
      "'=1+1\t+49 30 1",
    )
  })

  it('are written as a table, too, in which nothing is markup', () => {
    expect(writeHtml([['<b>&', 'a\nb']])).to.equal('<table><tr><td>&lt;b&gt;&amp;</td><td>a<br>b</td></tr></table>')
  })
})
