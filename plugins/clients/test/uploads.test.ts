import { expect } from 'chai'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { openPractice } from './open-practice.ts'
import { fileForm, PNG } from './suites/files.ts'
import type { Practice } from './suites/practice.ts'

const MEGABYTE = 1024 * 1024

/** An office document by its looks, whose one entry unpacks to far more than it is. */
function zipBomb(): Buffer {
  const name = Buffer.from('[Content_Types].xml')
  const content = Buffer.alloc(200 * MEGABYTE)
  const packed = deflateRawSync(content)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(crc32(content), 14)
  header.writeUInt32LE(packed.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name, packed])
}

describe('An upload', () => {
  let practice: Practice
  let path: string
  let type_id: number
  before(async () => {
    practice = await openPractice()
    const { id } = await practice.client()
    path = `/api/v1/clients/clients/${id}/documents`
    const json = {
      title: 'Letter',
      media_types: ['image/png', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    }
    type_id = (await practice.ask<{ id: number }>('POST', '/document-types', { json })).body.id
  })
  after(() => practice.host.close())

  const kept = async () => {
    const place = join(practice.host.dataDir, 'files')
    const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isFile()).length
  }

  it('is not unpacked, whatever it would unpack to', async () => {
    const bomb = zipBomb()
    const before = process.memoryUsage().arrayBuffers
    const response = await practice.host.request(path, {
      method: 'POST',
      body: fileForm(bomb, { name: 'a.docx', type_id }),
    })
    expect(response.status).to.be.oneOf([415, 422])
    expect(process.memoryUsage().arrayBuffers - before).to.be.lessThan(20 * MEGABYTE)
    expect(await kept()).to.equal(0)
  })

  it('that its sender breaks off leaves nothing behind', async () => {
    const { hostname, port } = new URL(practice.host.url)
    const headers = {
      authorization: `Bearer ${practice.host.token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '500000',
    }
    const sending = request({ hostname, port, path, method: 'POST', headers })
    sending.on('error', () => undefined)
    sending.write(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
    )
    sending.write(PNG)
    while ((await kept()) === 0) await pause(10)
    sending.destroy()
    while ((await kept()) > 0) await pause(10)
  })

  it('may name no file outside of its place', async () => {
    const response = await practice.host.request(path, {
      method: 'POST',
      body: fileForm(PNG, { name: '../../etc/passwd', type_id }),
    })
    expect(response.status).to.equal(201)
    expect(await response.json()).to.include({ name: 'passwd' })
  })
})
