import { expect } from 'chai'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPractice } from './open-practice.ts'
import { fileForm, PNG } from './suites/files.ts'

const DAY = 24 * 60 * 60_000

describe('Files without a row', () => {
  let dataDir: string
  before(async () => (dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-clients-'))))
  after(() => rm(dataDir, { recursive: true, force: true }))

  const names = async () => {
    const entries = await readdir(path.join(dataDir, 'files/clients'), { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  }
  const age = async (name: string) => {
    const then = new Date(Date.now() - 2 * DAY)
    await utimes(path.join(dataDir, 'files/clients', name.slice(0, 2), name), then, then)
  }
  /** Leaves a file as a host does that is killed between storing it and writing its row. */
  const leave = async () => {
    const name = randomUUID()
    const folder = path.join(dataDir, 'files/clients', name.slice(0, 2))
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, name), 'left behind')
    return name
  }

  it('are deleted when they are older than a day; documents stay, and so do younger files', async () => {
    const first = await openPractice({ dataDir })
    const { id } = await first.client()
    const json = { title: 'Letter', media_types: ['image/png'] }
    const type = (await first.ask<{ id: number }>('POST', '/document-types', { json })).body
    const to = `/api/v1/clients/clients/${id}/documents`
    const body = fileForm(PNG, { type_id: type.id })
    const document = (await (await first.host.request(to, { method: 'POST', body })).json()) as { id: number }
    await first.host.close()
    const [kept = ''] = await names()
    const [old, young] = [await leave(), await leave()]
    await age(kept)
    await age(old)

    const second = await openPractice({ dataDir })
    try {
      while ((await names()).includes(old)) await pause(50)
      expect((await names()).sort()).to.deep.equal([kept, young].sort())
      const read = await second.host.request(`/api/v1/clients/documents/${document.id}/content`)
      expect(Buffer.from(await read.arrayBuffer()).equals(PNG)).to.equal(true)
    } finally {
      await second.host.close()
    }
  })
})
