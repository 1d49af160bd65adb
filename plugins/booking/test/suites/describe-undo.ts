import { expect } from 'chai'
import { ahead, type Answer, type OpenPractice, type Practice } from '../practice.ts'

type Json = Record<string, unknown>

/** Taking back what was done to bookings. */
export function describeUndo(open: OpenPractice): void {
  describe('changes of bookings are undone', () => {
    let practice: Practice
    let request: Json
    before(async () => {
      practice = await open()
      const service_id = await practice.service()
      const specialist_id = await practice.specialist({ service_id })
      request = { service_id, specialist_id, client_id: await practice.client() }
    })
    after(() => practice.host.close())
    const book = (starts_at: string) => practice.ask('POST', '/bookings', { ...request, starts_at })
    const change = (id: unknown, verb: string) => practice.ask('POST', `/bookings/${String(id)}/${verb}`)
    const cancel = (id: unknown) =>
      practice.ask('PATCH', `/bookings/${String(id)}/cancel`, { by: 'client', reason: 'Ill' })
    const read = async (id: unknown) => (await practice.ask('GET', `/bookings/${String(id)}`)).body
    const undo = ({ headers }: Answer<Json>) => practice.ask('POST', headers.get('undo') ?? 'nothing to undo')
    const withoutTime = ({ updated_at: _, ...booking }: Json) => booking

    it('one after another, each as it was before, and once', async () => {
      const made = await book(ahead(40))
      const { id } = made.body
      for (const [first, verb] of [
        [undefined, 'confirm'],
        ['confirm', 'complete'],
        ['confirm', 'no-show'],
      ] as const) {
        const before = first === undefined ? undefined : await change(id, first)
        const was = withoutTime(await read(id))
        const changed = await change(id, verb)
        expect((await undo(changed)).status, verb).to.equal(200)
        expect(withoutTime(await read(id)), verb).to.deep.equal(was)
        expect((await undo(changed)).body).to.include({ code: 'undo_over' })
        if (before) expect((await undo(before)).status).to.equal(200)
      }
      expect(withoutTime(await read(id))).to.deep.equal(withoutTime(made.body))
      expect((await undo(made)).status).to.equal(200)
      expect(await read(id)).to.include({ status: 'cancelled' })
    })

    it('also a cancellation, which is done again with its reason', async () => {
      const { id } = (await book(ahead(41))).body
      await change(id, 'confirm')
      const was = withoutTime(await read(id))
      const undone = await undo(await cancel(id))
      expect(withoutTime(await read(id))).to.deep.equal(was)
      const again = await undo(undone)
      expect(await read(id)).to.include({ status: 'cancelled', cancelled_by: 'client', cancel_reason: 'Ill' })
      await undo(again)
      expect(await read(id)).to.include({ status: 'confirmed' })
    })

    it('also a creation: its time is free, and redo takes it again', async () => {
      const made = await book(ahead(42))
      const undone = await undo(made)
      const other = await book(ahead(42))
      expect(other.status).to.equal(201)
      expect((await undo(undone)).body).to.include({ code: 'slot_taken' })
      await undo(other)
      expect((await undo(undone)).status).to.equal(200)
      expect(await read(made.body.id)).to.include({ status: 'pending' })
    })

    it('but not a cancellation whose time has been booked meanwhile: that is a 409 that changes nothing', async () => {
      const { id } = (await book(ahead(43))).body
      const cancelled = await cancel(id)
      const was = await read(id)
      expect((await book(ahead(43))).status).to.equal(201)
      const refused = await undo(cancelled)
      expect({ status: refused.status, code: refused.body.code }).to.deep.equal({ status: 409, code: 'slot_taken' })
      expect(await read(id)).to.deep.equal(was)
    })

    it('but not after somebody has changed the booking', async () => {
      const { id } = (await book(ahead(44))).body
      const confirmed = await change(id, 'confirm')
      await practice.ask('PATCH', `/bookings/${String(id)}`, { notes: 'By the window' })
      expect((await undo(confirmed)).body).to.include({ status: 409, code: 'undo_outdated' })
      expect(await read(id)).to.include({ status: 'confirmed', notes: 'By the window' })
    })

    it('only to the status that a booking had', async () => {
      const { id } = (await book(ahead(45))).body
      await cancel(id)
      const body = { status: 'confirmed' }
      const refused = await practice.ask('POST', `/bookings/${String(id)}/reopen`, body)
      expect(refused.body).to.include({ status: 409, code: 'reopening_impossible' })
      await practice.ask('POST', `/bookings/${String(id)}/reopen`, { status: 'pending' })
      await change(id, 'confirm')
      expect((await change(id, 'withdraw')).body).to.include({ code: 'transition_impossible' })
    })
  })
}
