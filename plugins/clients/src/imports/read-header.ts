import { ApiError, invalid_values } from '@atrium/sdk'
import { parse } from 'csv-parse/sync'
import { HEAD, type Upload } from '../receive-upload.ts'
import type { Import } from './import.ts'

/** More columns than any real list of clients has. */
const MOST_COLUMNS = 200

/** The longest name of a column, in characters. */
const LONGEST_NAME = 200

const SEPARATORS = [',', ';', '\t'] as const

/** The column names of a file, and its separator: the most frequent of comma, semicolon and tab in the first line. */
export interface CsvHeader {
  readonly separator: Import['separator']
  readonly columns: readonly string[]
}

/** Reads the header from the beginning of an upload. @throws ApiError 415 if the file is not text, 422 without a valid header */
export async function readHeader({ head, name }: Upload): Promise<CsvHeader> {
  const text = await textOf(head, name)
  const line = /^.*\S.*$/m.exec(text)?.[0] ?? ''
  const count = (separator: string) => line.split(separator).length
  const separator = [...SEPARATORS].sort((one, other) => count(other) - count(one))[0] ?? ','
  const columns = firstRow(text, separator).map((column) => column.trim())
  if (columns.every((column) => column === '')) throw wrong('The first line contains no column names')
  if (columns.length > MOST_COLUMNS) throw wrong(`The file has more than ${MOST_COLUMNS} columns`)
  if (columns.some((column) => column.length > LONGEST_NAME))
    throw wrong(`The name of a column is longer than ${LONGEST_NAME} characters`)
  if (head.length === HEAD && !/[\r\n]/.test(text.trimStart())) throw wrong('The first line is too long')
  return { separator, columns }
}

async function textOf(head: Buffer, name: string): Promise<string> {
  const kind = await foreignKind(head)
  if (kind !== undefined) {
    const detail = `The file [${name}] is not a CSV file: its content is ${kind}. Save it as "CSV UTF-8" and send it again.`
    throw new ApiError('media_type_unsupported', { detail })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    throw wrong('The file is not in UTF-8. Save it as "CSV UTF-8"')
  }
}

/** Names the content of a file that is not plain text; undefined for text. */
async function foreignKind(head: Buffer): Promise<string | undefined> {
  // The byte order marks of UTF-16, which spreadsheets write as "Unicode text". `file-type` would take some of them for MP3.
  if (['fffe', 'feff'].includes(head.subarray(0, 2).toString('hex'))) return 'UTF-16'
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (found !== undefined) return `[${found.mime}]`
  return head.includes(0) ? 'not text' : undefined
}

function firstRow(text: string, separator: string): string[] {
  try {
    const [row] = parse(text, { delimiter: separator, to: 1, skip_empty_lines: true })
    return row ?? []
  } catch {
    throw wrong('The first line is not a valid CSV row')
  }
}

const wrong = (message: string) => invalid_values([{ pointer: '/file', message, keyword: 'csv' }])
