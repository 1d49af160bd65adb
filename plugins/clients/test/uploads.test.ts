import { expect } from 'chai'
import { readdir, readlink } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPractice } from './open-practice.ts'
import { fileForm, PNG } from './suites/files.ts'
import type { Practice } from './suites/practice.ts'
import { zipFile } from './suites/zip-file.ts'

const MEGABYTE = 1024 * 1024

/** Looks like an office document; its only entry unpacks to 200 MB. */
const zipBomb = () => zipFile('[Content_Types].xml', Buffer.alloc(200 * MEGABYTE))

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

  /** The open files of this process below the data directory. */
  const openFiles = async () => {
    const descriptors = await readdir('/proc/self/fd').catch(() => [])
    const places = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
    return places.filter((place) => place.startsWith(join(practice.host.dataDir, 'files'))).length
  }

  const send = (content: Buffer, name = 'a.docx') =>
    practice.host.request(path, { method: 'POST', body: fileForm(content, { name, type_id }) })

  it('is never unpacked, so a zip bomb is harmless', async () => {
    const bomb = zipBomb()
    let most = 0
    const before = process.memoryUsage().arrayBuffers
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 1)
    const response = await send(bomb).finally(() => clearInterval(watch))
    expect(response.status).to.equal(415)
    expect(await response.text()).to.contain('[application/zip]')
    expect(most).to.be.lessThan(20 * MEGABYTE)
    expect(await kept()).to.equal(0)
  })

  it('of an accepted type is stored unchanged, even with a zip bomb appended', async () => {
    const types =
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    const content = Buffer.concat([zipFile('[Content_Types].xml', Buffer.from(types)), zipBomb()])
    const response = await send(content)
    expect(response.status).to.equal(201)
    const { id, size } = (await response.json()) as { id: number; size: number }
    expect(size).to.equal(content.length)
    await practice.ask('DELETE', `/documents/${id}`)
  })

  it('leaves no file behind when the client disconnects', async () => {
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

  it('that ends early is refused wherever it ends, and leaves neither a file nor a document', async () => {
    const head = 'content-disposition: form-data; name='
    const whole =
      `--x\r\n${head}"file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${PNG.toString('latin1')}` +
      `\r\n--x\r\n${head}"type_id"\r\n\r\n${type_id}\r\n--x--`
    const sendPart = (length: number) =>
      practice.host.request(path, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: Buffer.from(whole.slice(0, length), 'latin1'),
      })
    const open = await openFiles()
    const before = await kept()
    for (let length = 0; length < whole.length; length++) {
      const response = await sendPart(length)
      const { code } = (await response.json()) as { code: string }
      expect([response.status, code], `the first ${length} bytes`).to.deep.equal([400, 'body_malformed'])
    }
    expect(await kept()).to.equal(before)
    expect(await openFiles()).to.equal(open)
    expect((await sendPart(whole.length)).status).to.equal(201)
  })

  it('is refused with a part that has no name, which the message says in words, and is not kept', async () => {
    const before = await kept()
    const named = `content-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png`
    const parts = [`${named}\r\n\r\n${PNG.toString('latin1')}`, `content-disposition: form-data\r\n\r\n${type_id}`]
    for (const sent of [parts, parts.toReversed()]) {
      const response = await practice.host.request(path, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: Buffer.from(`${sent.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`, 'latin1'),
      })
      const { code, detail } = (await response.json()) as { code: string; detail: string }
      expect([response.status, code]).to.deep.equal([400, 'body_malformed'])
      expect(detail).to.equal(
        'A part of the body has no name. Give each one a header such as [Content-Disposition: form-data; name="file"].',
      )
    }
    expect(await kept()).to.equal(before)
  })

  it('is refused with a field that is sent twice, because it is not known which of them counts, and is not kept', async () => {
    const before = await kept()
    const body = new FormData()
    for (const each of [type_id, type_id]) body.append('type_id', String(each))
    body.append('file', new Blob([PNG], { type: 'image/png' }), 'a.png')
    const response = await practice.host.request(path, { method: 'POST', body })
    const { errors } = (await response.json()) as { errors?: object }
    expect([response.status, errors]).to.deep.equal([422, { type_id: 'Send this field once' }])
    expect(await kept()).to.equal(before)
  })

  it('cannot use its file name to leave the directory', async () => {
    const response = await send(PNG, '../../etc/passwd')
    expect(response.status).to.equal(201)
    expect(await response.json()).to.include({ name: 'passwd' })
  })
})
