import type { FileHandle } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'

/** The format POSIX calls ustar, with the parts that a backup needs: `tar -tf` lists a backup, and `tar -xf` unpacks it. */
const BLOCK = 512

/** The largest size that fits in eleven octal digits; a larger one is written in binary, as GNU tar does. */
const OCTAL_LIMIT = 8 ** 11

/** The header of an entry. `name` has at most 155 + 100 characters and a slash between them. */
export function tarHeader(name: string, { size, mtime }: { size: number; mtime: Date }): Buffer {
  const block = Buffer.alloc(BLOCK)
  const at = name.length <= 100 ? -1 : name.lastIndexOf('/')
  block.write(name.slice(at + 1), 0, 100, 'utf8')
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  if (size < OCTAL_LIMIT) block.write(`${octal(size, 11)}\0`, 124)
  else {
    block[124] = 0x80
    block.writeBigUInt64BE(BigInt(size), 128)
  }
  block.write(`${octal(Math.floor(mtime.getTime() / 1000), 11)}\0`, 136)
  block.write('0', 156)
  block.write('ustar\0', 257)
  block.write('00', 263)
  if (at > 0) block.write(name.slice(0, at), 345, 155, 'utf8')
  block.write(`${octal(sumOf(block), 6)}\0 `, 148)
  return block
}

/** The zeros that fill the last block of an entry. */
export const tarPadding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** The end of an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/** An entry of an archive, and the place of its content. */
export interface TarEntry {
  readonly name: string
  readonly size: number
  /** Bytes from the beginning of the archive. */
  readonly start: number
}

/**
 * Lists the entries by their headers, without reading their content.
 * @throws BackupError `backup_unreadable` if it is not an archive, `backup_incomplete` if its end is missing
 */
export async function listTar(handle: FileHandle, file: string): Promise<TarEntry[]> {
  const { size: length } = await handle.stat()
  const entries: TarEntry[] = []
  for (let at = 0; ;) {
    const block = Buffer.alloc(BLOCK)
    const { bytesRead } = await handle.read(block, 0, BLOCK, at)
    if (bytesRead < BLOCK) throw at === 0 && length > 0 ? unreadable(file) : incomplete(file)
    if (block.every((byte) => byte === 0)) {
      if (at + TAR_END.length > length) throw incomplete(file)
      return entries
    }
    const stated = Number.parseInt(block.toString('latin1', 148, 154), 8)
    if (stated !== sumOf(block)) throw unreadable(file)
    const size = block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : Number.parseInt(textAt(block, 124, 12), 8)
    // A negative size would lead back to parts that were already read.
    if (!(size >= 0)) throw unreadable(file)
    const prefix = textAt(block, 345, 155)
    const name = `${prefix && `${prefix}/`}${textAt(block, 0, 100)}`
    const start = at + BLOCK
    if (start + size > length) throw incomplete(file)
    entries.push({ name, size, start })
    at = start + size + tarPadding(size).length
  }
}

const CHUNK = 256 * 1024

/** Reads a part of a file. The result is shorter at the end of the file. */
export async function* readChunks(
  handle: FileHandle,
  { start, size }: { readonly start: number; readonly size: number },
): AsyncGenerator<Buffer> {
  for (let done = 0; done < size;) {
    const length = Math.min(CHUNK, size - done)
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, start + done)
    if (bytesRead === 0) return
    done += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** The sum of the bytes, with spaces instead of the sum itself. */
function sumOf(block: Buffer): number {
  let sum = 8 * 0x20
  for (let at = 0; at < BLOCK; at += 1) if (at < 148 || at >= 156) sum += block[at] ?? 0
  return sum
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')

const textAt = (block: Buffer, at: number, length: number) =>
  block.toString('utf8', at, at + length).replace(/\0.*$/s, '')

const unreadable = (file: string) =>
  new BackupError(
    'backup_unreadable',
    `[${file}] is not a backup of Atrium, or its beginning is damaged. Use another file.`,
  )

const incomplete = (file: string) =>
  new BackupError(
    'backup_incomplete',
    `The backup [${file}] is incomplete: its end is missing, perhaps because it was still being copied. Copy it again, or use another backup.`,
  )
