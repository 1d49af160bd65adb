import { expect } from 'chai'
import type { OpenPractice, Practice } from './practice.ts'

/** Taking back what was done to clients. */
export function describeUndo(open: OpenPractice): void {
  describe('changes of clients are undone', () => {
    let practice: Practice
    before(async () => (practice = await open()))
    after(() => practice.host.close())
    const undo = async ({ headers }: { headers: Headers }) => {
      const response = await practice.host.request(headers.get('undo') ?? '/nothing-to-undo', { method: 'POST' })
      const body = (await response.json()) as Record<string, unknown>
      return { status: response.status, headers: response.headers, body }
    }
    const isArchived = async (id: unknown) =>
      (await practice.ask('GET', `/clients/${String(id)}`)).body.archived as boolean

    it('creating archives, and redo restores', async () => {
      const made = await practice.ask('POST', '/clients', { json: { given_name: 'Undone', family_name: 'Once' } })
      const undone = await undo(made)
      expect(undone.status).to.equal(200)
      expect(await isArchived(made.body.id)).to.equal(true)
      await undo(undone)
      expect(await isArchived(made.body.id)).to.equal(false)
    })

    it('creating counts as neither new nor archived once it is undone, also after it was redone', async () => {
      const figures = async () => {
        const { new_clients, archived_clients, clients, series } = (await practice.ask('GET', '/clients/summary')).body
        return { new_clients, archived_clients, clients, series }
      }
      const reasonOf = async (id: unknown) => (await practice.ask('GET', `/clients/${String(id)}`)).body.archive_reason
      const before = await figures()
      const made = await practice.ask('POST', '/clients', { json: { family_name: 'Never' } })
      const undone = await undo(made)
      expect(await figures()).to.deep.equal(before)
      const redone = await undo(undone)
      expect(await reasonOf(made.body.id)).to.equal(undefined)
      expect(await figures()).to.include({ new_clients: Number(before.new_clients) + 1 })
      await undo(redone)
      expect(await reasonOf(made.body.id)).to.equal('undone')
      expect(await figures()).to.deep.equal(before)
    })

    it('creating many at once counts as nothing either once it is undone', async () => {
      const figures = async () => (await practice.ask('GET', '/clients/summary')).body
      const before = await figures()
      const records = ['One', 'Two'].map((family_name) => ({ family_name }))
      const imported = await practice.ask('POST', '/clients/import', { json: { records } })
      expect(await figures()).not.to.deep.equal(before)
      expect((await undo(imported)).status).to.equal(200)
      expect(await figures()).to.deep.equal(before)
    })

    it('archiving and restoring keep the reason', async () => {
      const { id } = await practice.client()
      const reason = async () => (await practice.ask('GET', `/clients/${String(id)}`)).body.archive_reason
      const archived = await practice.ask('DELETE', `/clients/${String(id)}`)
      const restored = await undo(archived)
      expect(await reason()).to.equal(undefined)
      await undo(restored)
      expect(await reason()).to.equal('requested')
    })

    it('archiving and restoring, one or many, and once', async () => {
      const ids = [(await practice.client()).id, (await practice.client()).id]
      const archived = await practice.ask('POST', '/clients/archive', { json: { ids } })
      const undone = await undo(archived)
      for (const id of ids) expect(await isArchived(id)).to.equal(false)
      await undo(undone)
      for (const id of ids) expect(await isArchived(id)).to.equal(true)
      const restored = await practice.ask('POST', `/clients/${String(ids[0])}/restore`)
      await undo(restored)
      expect(await isArchived(ids[0])).to.equal(true)
      expect((await undo(restored)).body).to.include({ code: 'undo_over' })
    })

    it('but not after somebody has restored and changed the client', async () => {
      const { id } = await practice.client()
      const archived = await practice.ask('DELETE', `/clients/${String(id)}`)
      await practice.ask('POST', `/clients/${String(id)}/restore`)
      await practice.ask('PATCH', `/clients/${String(id)}`, { json: { notes: 'Called' } })
      const refused = await undo(archived)
      expect({ status: refused.status, code: refused.body.code }).to.deep.equal({ status: 409, code: 'undo_outdated' })
    })
  })
}
