import { expect } from 'chai'
import { openPractice } from '../../plugins/booking/test/open-practice.ts'
import { ahead, type Practice } from '../../plugins/booking/test/practice.ts'
import { PNG } from '../../plugins/clients/test/suites/files.ts'
import { compileClient } from '../helpers/compile-client.ts'
import { PRACTICE_STORY } from './practice-story.ts'

type Json = Record<string, unknown>

interface Story {
  readonly walk: (wish: object) => Promise<
    {
      readonly [
        Name in 'client' | 'document' | 'slot' | 'other' | 'quote' | 'booking' | 'confirmed' | 'moved' | 'cancelled'
      ]: Json
    } & {
      readonly steps: readonly Json[]
      readonly record: {
        readonly required_documents: readonly Json[]
        readonly sections: readonly { plugin: string }[]
      }
      readonly summary: Json
      readonly replayed: unknown[]
      readonly refused: unknown[]
      readonly pointers: unknown
      readonly allowed: unknown
    }
  >
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly post?: { readonly parameters?: readonly { name: string }[] } }>>
}

describe('The OpenAPI description of clients and booking', () => {
  let practice: Practice
  let description: Description
  before(async () => {
    practice = await openPractice()
    description = (await practice.ask<Description>('GET', '/api/v1/openapi.json')).body
  })
  after(() => practice.host.close())

  it('declares an Idempotency-Key at every POST', () => {
    const posts = Object.entries(description.paths).filter(
      ([path, { post }]) => /^\/api\/v1\/(clients|booking)\//.test(path) && post !== undefined,
    )
    const without = posts.filter(([, { post }]) => !post?.parameters?.some(({ name }) => name === 'Idempotency-Key'))
    expect(posts).to.have.length.greaterThan(20)
    expect(without.map(([path]) => path)).to.deep.equal([])
  })

  it('generates a client that compiles, refuses mistakes, and covers a client from creation to the last booking', async () => {
    const service_id = await practice.service()
    const specialist_id = await practice.specialist({ service_id })
    const story = await compileClient<Story>(description, PRACTICE_STORY)
    try {
      expect(story.mistakes).to.deep.equal([])
      const { walk } = await story.load()
      const { url: baseUrl, token } = practice.host
      const [from, to] = [ahead(7).slice(0, 10), ahead(8).slice(0, 10)]
      const told = await walk({ baseUrl, token, service_id, from, to, picture: new Blob([PNG], { type: 'image/png' }) })
      const { client, document, slot, other, quote, booking, confirmed, moved, cancelled } = told

      expect(client).to.include({ display_name: 'Ada Lovelace' })
      expect(document).to.include({ client_id: client.id, media_type: 'image/png', is_current: true })
      expect(told.replayed).to.deep.equal([document.id, 'true'])
      expect(slot.local_start).to.match(/\+09:00$/)
      expect(booking).to.include({ specialist_id, status: 'pending', price: quote.total, starts_at: slot.starts_at })
      expect(confirmed).to.include({ id: booking.id, status: 'confirmed' })
      expect(moved).to.include({ id: booking.id, starts_at: other.starts_at })
      expect(cancelled).to.include({ status: 'cancelled', cancelled_by: 'client', cancel_fee: 0 })
      expect(told.refused).to.deep.equal([
        [422, 'validation_failed'],
        [409, 'slot_taken'],
        [412, 'version_mismatch'],
        [409, 'transition_impossible'],
      ])
      expect([told.pointers, told.allowed]).to.deep.equal([['/price'], []])
      expect(told.steps.map(({ to_status }) => to_status)).to.deep.equal(['pending', 'confirmed', 'cancelled'])
      expect(told.record.required_documents[0]).to.include({ title: 'Passport', status: 'valid' })
      expect(told.record.sections.map(({ plugin }) => plugin)).to.deep.equal(['booking'])
      expect(told.summary).to.include({ new_clients: 1, missing_documents: 0 })
    } finally {
      await story.remove()
    }
  })
})
