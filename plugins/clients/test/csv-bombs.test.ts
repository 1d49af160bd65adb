import { expect } from 'chai'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { readCsv } from '../src/imports/read-csv.ts'
import { openPractice } from './open-practice.ts'
import { fileForm } from './suites/files.ts'
import type { Practice } from './suites/practice.ts'
import { zipFile } from './suites/zip-file.ts'

const MEGABYTE = 1024 * 1024

interface Import {
  id: number
  status: string
  code?: string
  detail?: string
  details?: { pointer: string; message: string }[]
  rows_total?: number
  rows_done: number
  rows_created: number
  rows_failed: number
  errors: { line: number; column?: string; message: string }[]
  problem?: string
}

const XLSX =
  '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'

describe('A malicious or invalid CSV file', () => {
  let practice: Practice
  before(async () => (practice = await openPractice({ settings: { clients: { import_limit_mb: 20 } } })))
  after(() => practice.host.close())

  const send = async (csv: string | Buffer, about: Record<string, string> = {}) => {
    const body = fileForm(csv, { name: 'list.csv', type: 'text/csv', ...about })
    const response = await practice.host.request('/api/v1/clients/imports', { method: 'POST', body })
    return { status: response.status, body: (await response.json()) as Import }
  }
  const through = async (csv: string | Buffer, about: Record<string, string> = {}) => {
    const { status, body } = await send(csv, about)
    if (status !== 201) throw new Error(JSON.stringify(body))
    for (;;) {
      const read = (await practice.ask<Import>('GET', `/imports/${body.id}`)).body
      if (read.status === 'done' || read.status === 'failed') return read
      await pause(20)
    }
  }
  const refused: [what: string, csv: string | Buffer, status: number, says: string][] = [
    ['a zip', zipFile('a.txt', Buffer.from('hello')), 415, '[application/zip]'],
    ['a workbook', zipFile('[Content_Types].xml', Buffer.from(XLSX)), 415, 'spreadsheetml.sheet]'],
    ['a gzip', gzipSync('family_name\nA\n'), 415, '[application/gzip]'],
    ['UTF-16 with a byte order mark', Buffer.from('\uFEFFfamily_name\nA\n', 'utf16le'), 415, 'is UTF-16'],
    [
      'big-endian UTF-16 with a byte order mark',
      Buffer.from('\uFEFFfamily_name\nA\n', 'utf16le').swap16(),
      415,
      'is UTF-16',
    ],
    ['UTF-16 without a byte order mark', Buffer.from('family_name\nA\n', 'utf16le'), 415, 'is not text'],
    ['only zero bytes', Buffer.alloc(100_000), 415, 'is not text'],
    ['Windows-1252', Buffer.from('name;straße\n', 'latin1'), 422, 'not in UTF-8'],
    ['a million columns', `${'a,'.repeat(1_000_000)}\n`, 422, 'more than 200 columns'],
    ['a column name of a million characters', `${'a'.repeat(1_000_000)}\n`, 422, 'longer than 200 characters'],
    ['a first line that does not end', `family_name,"${'ä'.repeat(40_000)}`, 422, '/file'],
    [
      'a quote that is not closed within the first 64 KB',
      `family_name,"${'x\n'.repeat(500_000)}`,
      422,
      'not a valid CSV row',
    ],
    ['more than the limit of 20 MB', `family_name\n${'Ada\n'.repeat(6_000_000)}`, 413, 'larger than'],
  ]
  for (const [what, csv, status, says] of refused) {
    it(`is refused: ${what}`, async () => {
      const answer = await send(csv)
      expect(answer.status).to.equal(status)
      expect(JSON.stringify(answer.body)).to.contain(says).and.to.have.length.below(2000)
    })
  }

  const failing: [what: string, csv: string, problem: string][] = [
    ['a row of 10 MB', `family_name\nA\n${'x'.repeat(10 * MEGABYTE)}\n`, 'Line 3: a row is longer'],
    ['a quote that is never closed', `family_name\nA\n"${'x\n'.repeat(5 * MEGABYTE)}`, 'a row is longer'],
    ['500,001 rows', `family_name\n${'A\n'.repeat(500_001)}`, 'Line 500002: there are more than 500000 rows.'],
  ]
  for (const [what, csv, problem] of failing) {
    it(`fails before it creates a client: ${what}`, async () => {
      const done = await through(csv)
      expect(done).to.include({ status: 'failed', rows_done: 0, rows_created: 0 })
      expect(done.problem).to.contain(problem)
    })
  }

  it('is read only as far as its rows are consumed', async () => {
    let bytes = 0
    const endless = function* () {
      for (const chunk = Buffer.from('A;\n'.repeat(20_000)); ; bytes += chunk.length) yield chunk
    }
    const source = Readable.from(endless())
    let count = 0
    for await (const { cells } of readCsv(source, ';')) {
      expect(cells).to.deep.equal(['A', ''])
      if (++count === 30_000) break
    }
    expect(bytes).to.be.below(5 * 60_000)
    expect(source.destroyed).to.equal(true)
  })

  it('reports a row with far more cells than columns and imports the others', async () => {
    const done = await through(`family_name\n${','.repeat(99_000)}\nGood\n`)
    expect(done).to.include({ status: 'done', rows_created: 1, rows_failed: 1 })
    expect(done.errors).to.deep.equal([{ line: 2, message: 'This row has 99001 cells, but the header has 1' }])
  })

  it('keeps characters intact that lie across two chunks', async () => {
    const notes = (at: number) => `${'.'.repeat(at % 4)}${'😀é'.repeat(1500)}`
    const rows = Array.from({ length: 20 }, (_, at) => `Whole,${notes(at)}`)
    await through(`\uFEFFfamily_name,notes\r\n${rows.join('\r\n')}`)
    const kept = await practice.list('/clients?q=Whole&_sort=id', 'notes')
    expect(kept).to.deep.equal(Array.from({ length: 20 }, (_, at) => notes(at)))
  })

  it('may have columns named like the built-in properties of objects', async () => {
    const done = await through('family_name,constructor,__proto__,toString\nPlain,a,b,c\n')
    expect(done).to.include({ status: 'done', rows_created: 1, rows_failed: 0 })
    expect(await practice.list('/clients?q=Plain', 'display_name')).to.deep.equal(['Plain'])
    const mapping = '{"__proto__":"email","family_name":"family_name"}'
    expect((await send('family_name,email\nA,b@c.example\n', { mapping })).status).to.equal(422)
  })
})
