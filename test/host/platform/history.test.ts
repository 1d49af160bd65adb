import { expect } from 'chai'
import type { HistoryEntry } from '../../../host/core/operations/history.ts'
import { eachTemplateDatabase, type Item, ITEMS } from '../../contract/template-host.ts'

eachTemplateDatabase((template) => {
  const { ask, create } = template
  const change = (id: number, json: object) => ask<Item>(`${ITEMS}/${id}`, { method: 'PATCH', json })
  const history = async (id: number, query = '') => (await ask<HistoryEntry[]>(`${ITEMS}/${id}/history${query}`)).body
  const restore = (id: number, entry: number | undefined) =>
    ask<{ restored?: string[]; code?: string; detail?: string }>(`${ITEMS}/${id}/history/${entry}/restore`, {
      method: 'POST',
    })

  describe('The history of a record', () => {
    it('tells who changed what from what to what, the latest first', async () => {
      const { id } = await create({ name: 'Screw', price: 100 })
      await change(id, { price: 250, notes: 'Brass' })
      await ask(`${ITEMS}/${id}/retire`, { method: 'POST' })
      const entries = await history(id)
      expect(entries.map(({ action, person, origin }) => ({ action, person, origin }))).to.deep.equal([
        { action: 'Retire', person: 'Admin token', origin: 'token' },
        { action: 'Change an item', person: 'Admin token', origin: 'token' },
        { action: 'Create an item', person: 'Admin token', origin: 'token' },
      ])
      expect(entries.map(({ changes }) => changes)).to.deep.equal([
        [{ field: 'status', from: 'draft', to: 'retired' }],
        [
          { field: 'price', from: 100, to: 250 },
          { field: 'notes', to: 'Brass' },
        ],
        [
          { field: 'name', to: 'Screw' },
          { field: 'status', to: 'draft' },
          { field: 'price', to: 100 },
        ],
      ])
    })

    it('tells of no change where a PATCH left the record as it was, not even of the values that it named', async () => {
      const { id } = await create({ name: 'Screw', price: 100 })
      await change(id, { price: 100, created_at: '2000-01-01T00:00:00Z' })
      await ask(`${ITEMS}/change`, { method: 'POST', json: { ids: [id], changes: { price: 100 } } })
      const entries = await history(id)
      expect(entries.map(({ changes }) => changes).slice(0, -1)).to.deep.equal([[], []])
      expect(entries.map(({ restorable }) => restorable)).to.deep.equal([false, false, true])
    })

    it('is a page like any other', async () => {
      const { id } = await create()
      for (const price of [1, 2, 3]) await change(id, { price })
      const { headers, body } = await ask<HistoryEntry[]>(`${ITEMS}/${id}/history?_page=2&_limit=2`)
      expect(headers.get('x-total-count')).to.equal('4')
      expect(body.map(({ changes }) => changes[0]?.to)).to.deep.equal([1, 'Bolt'])
    })

    it('belongs to the record: there is none for a record that is gone', async () => {
      const { id } = await create()
      await ask(`${ITEMS}/${id}`, { method: 'DELETE' })
      const { status, body } = await ask(`${ITEMS}/${id}/history`)
      expect([status, body.code]).to.deep.equal([404, 'record_not_found'])
    })

    it('is written for each record of a bulk change', async () => {
      const ids = [(await create()).id, (await create()).id]
      const { id } = await create()
      await ask(`${ITEMS}/delete`, { method: 'POST', json: { ids } })
      expect(await history(id)).to.have.lengthOf(1)
      const rows = await ask<{ record_id: string }[]>(
        `/api/v1/platform/audit?operation=${encodeURIComponent(`DELETE ${ITEMS}/{item_id}`)}&_sort=id&_order=desc&_limit=2`,
      )
      expect(rows.body.map(({ record_id }) => Number(record_id))).to.have.members([...ids.slice(1), ...ids.slice(0, 1)])
    })

    it('leads back to an earlier version, as a change like any other', async () => {
      const { id } = await create({ name: 'Nut', price: 5 })
      await change(id, { name: 'Nutt', notes: 'Wrong' })
      await change(id, { price: 7 })
      const [, , created] = await history(id)
      expect(created?.restorable).to.equal(true)
      const { status, body } = await restore(id, created?.id)
      expect([status, body.restored]).to.deep.equal([200, ['price', 'name', 'notes']])
      const { body: record } = await ask<Item>(`${ITEMS}/${id}`)
      expect(record).to.include({ name: 'Nut', price: 5 }).and.not.have.property('notes')
      const [latest] = await history(id)
      expect(latest).to.include({ action: 'Restore an item', restorable: false })
    })

    it('leaves fields alone that the person who restores does not see, and does not name them', async () => {
      const { id } = await create({ price: 100, notes: 'First' })
      await change(id, { price: 200, notes: 'Hidden' })
      await change(id, { price: 300 })
      const made = async (to: string, json: object) =>
        (await ask<{ id: string; secret: string }>(`/api/v1/platform/${to}`, { method: 'POST', json })).body
      const permissions = ['template.*']
      const fields = [{ resource: 'template_items', hidden: ['notes'] }]
      const role = await made('roles', { name: 'no-notes', label: 'No notes', permissions, fields })
      const user = await made('users', { name: 'No notes', kind: 'service', roles: [role.id] })
      const { secret } = await made('tokens', { name: 'x', user_id: user.id, permissions })
      const [created] = (await history(id)).slice(-1)
      const { status, body } = await ask<{ restored: string[] }>(`${ITEMS}/${id}/history/${created?.id}/restore`, {
        ...{ method: 'POST', headers: { authorization: `Bearer ${secret}` } },
      })
      expect([status, body.restored], JSON.stringify(body)).to.deep.equal([200, ['price']])
      expect((await ask<Item>(`${ITEMS}/${id}`)).body).to.include({ price: 100, notes: 'Hidden' })
    })

    it('says so if there is nothing to restore', async () => {
      const { id } = await create()
      const [entry] = await history(id)
      const { status, body } = await restore(id, entry?.id)
      expect([status, body.code]).to.deep.equal([409, 'conflict'])
      expect((await restore(id, 999_999)).body.detail).to.equal('The record has no entry [999999] in its history.')
    })
  })
})
