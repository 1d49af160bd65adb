import { ApiError, invalid_values } from '@atrium/sdk'
import { parse } from 'csv-parse/sync'
import { HEAD, type Upload } from '../receive-upload.ts'
import type { Import } from './import.ts'

/** A practice's list has fewer; a file that is meant to do harm has more. */
const MOST_COLUMNS = 200

/** Of the name of a column, in characters. */
const LONGEST_NAME = 200

const SEPARATORS = [',', ';', '\t'] as const

/** What the columns of a file are called, and what stands between them: of comma, semicolon and tab the most frequent. */
export interface CsvHeader {
  readonly separator: Import['separator']
  readonly columns: readonly string[]
}

/** @throws ApiError 415 for what is no text, 422 without a header */
export async function readHeader({ head, name }: Upload): Promise<CsvHeader> {
  const text = await textOf(head, name)
  const line = /^.*\S.*$/m.exec(text)?.[0] ?? ''
  const count = (separator: string) => line.split(separator).length
  const separator = [...SEPARATORS].sort((one, other) => count(other) - count(one))[0] ?? ','
  const columns = firstRow(text, separator).map((column) => column.trim())
  if (columns.every((column) => column === '')) throw wrong('The first line names no columns')
  if (columns.length > MOST_COLUMNS) throw wrong(`There are more than ${MOST_COLUMNS} columns`)
  if (columns.some((column) => column.length > LONGEST_NAME))
    throw wrong(`The name of a column is longer than ${LONGEST_NAME} characters`)
  if (head.length === HEAD && !/[\r\n]/.test(text.trimStart())) throw wrong('The first line is too long')
  return { separator, columns }
}

async function textOf(head: Buffer, name: string): Promise<string> {
  const kind = await foreignKind(head)
  if (kind !== undefined) {
    const detail = `By its content [${name}] is ${kind}. Save it as "CSV UTF-8" and send that.`
    throw new ApiError('media_type_unsupported', { detail })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    throw wrong('This file is not in UTF-8. Save it as "CSV UTF-8"')
  }
}

/** What a file is that is no text in UTF-8 or the like. */
async function foreignKind(head: Buffer): Promise<string | undefined> {
  // As spreadsheets save "Unicode text"; by these two bytes it might be music as well.
  if (['fffe', 'feff'].includes(head.subarray(0, 2).toString('hex'))) return 'UTF-16'
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (found !== undefined) return `[${found.mime}]`
  return head.includes(0) ? 'no text' : undefined
}

function firstRow(text: string, separator: string): string[] {
  try {
    const [row] = parse(text, { delimiter: separator, to: 1, skip_empty_lines: true })
    return row ?? []
  } catch {
    throw wrong('The first line is no row of a CSV file')
  }
}

const wrong = (message: string) => invalid_values([{ pointer: '/file', message, keyword: 'csv' }])
