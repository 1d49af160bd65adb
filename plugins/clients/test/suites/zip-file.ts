import { crc32, deflateRawSync } from 'node:zlib'

/** The beginning of a zip file with one compressed entry; enough for detecting its type. */
export function zipFile(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(crc32(content), 14)
  header.writeUInt32LE(packed.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([header, Buffer.from(name), packed])
}
