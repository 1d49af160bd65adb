import { expect } from 'chai'
import { openPractice } from '../../plugins/booking/test/open-practice.ts'
import { ahead } from '../../plugins/booking/test/practice.ts'
import { createPlatformDatabase } from '../helpers/platform-database.ts'
import { makeGround, PRACTICE_LISTS, type PracticeGround } from './practice-lists.ts'

type Json = Record<string, unknown>

/** Values that no form sends, but somebody will. */
const VALUES: readonly unknown[] = [
  ...[null, true, '', ' ', [], {}, [null], { $gt: '' }],
  ...[0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, '1', '99999999999999999999'],
  ...['\u0000', '\ud800', '\u202e', 'x'.repeat(10_000), "'; DROP TABLE booking_bookings; --", '__proto__'],
  ...['2027-02-30', '0000-01-01', '9999-12-31', '+275760-09-13T00:00:00Z', '2027-01-01T00:00:00'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2027-01-01T23:59:60Z', '2027-01-01T00:00:00+14:30'],
  ...['FREQ=WEEKLY;BYDAY=MO;INTERVAL=999999999', 'FREQ=SECONDLY', 'FREQ=DAILY;COUNT=100000000', '24:00'],
]

/** A valid request; the test replaces one member at a time. */
interface Valid {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body: Json
  /** Members that are left out. */
  readonly also?: readonly string[]
}

// On PostgreSQL, whose columns are the strictest.
describe('Bad values sent to clients and booking', () => {
  let ground: PracticeGround
  before(async () => {
    // Hundreds of requests at once, many for the same row, wait long for each other on a slow machine.
    const practice = await openPractice({ databaseUrl: await createPlatformDatabase(), handlerSeconds: 120 })
    ground = await makeGround(practice)
  })
  after(() => ground.practice.host.close())

  /** Every wrong answer: 5xx, or a refusal that does not name the field. */
  const wrongAnswers = async (valid: Valid) => {
    const requests = [...Object.keys(valid.body), ...(valid.also ?? [])].flatMap((member) =>
      VALUES.map((value) => ({ ...valid, body: { ...valid.body, [member]: value }, member, value })),
    )
    const told = await Promise.all(requests.map((request) => tell(ground, request)))
    return told.filter((each) => each !== undefined)
  }

  it('are refused or accepted by every list', async () => {
    for (const [name, listOf] of Object.entries(PRACTICE_LISTS)) {
      const { values, change } = await listOf(ground)
      if (values === undefined) continue
      const path = `/api/v1/${name}`
      const body = { ...values(0), ...change }
      const id = await ground.practice.make(path, values(2))
      expect(await wrongAnswers({ method: 'POST', path, body })).to.deep.equal([])
      expect(await wrongAnswers({ method: 'PATCH', path: `${path}/${id}`, body })).to.deep.equal([])
    }
  })

  it('are refused or accepted by every operation on clients and bookings', async () => {
    const { practice, client_id, service_id, specialist_id } = ground
    const about = { client_id, service_id, specialist_id }
    const id = await practice.make('/bookings', { ...about, starts_at: ahead(60) })
    const booking = '/api/v1/booking/bookings'
    const actions: Valid[] = [
      { method: 'POST', path: `${booking}/quote`, body: { service_id, quantity: 2 } },
      {
        method: 'POST',
        path: `${booking}/series`,
        body: { ...about, starts_at: ahead(70), rrule: 'FREQ=DAILY;COUNT=2', mode: 'all', notes: 'x' },
      },
      {
        method: 'POST',
        path: booking,
        body: {
          ...about,
          starts_at: ahead(90),
          ends_at: ahead(90, '12:00'),
          zone: 'UTC',
          notes: 'x',
        },
        also: ['price', 'quote_id'],
      },
      {
        method: 'PATCH',
        path: `${booking}/${id}`,
        body: { starts_at: ahead(61), ends_at: ahead(61, '12:00'), zone: 'UTC', notes: 'x' },
        also: ['price', 'client_id', 'service_id', 'specialist_id'],
      },
      { method: 'PATCH', path: `${booking}/${id}/cancel`, body: { by: 'client', reason: 'Ill' } },
      { method: 'POST', path: `/api/v1/clients/clients/${client_id}/merge`, body: { other_id: client_id } },
      {
        method: 'POST',
        path: '/api/v1/clients/clients',
        body: {
          kind: 'person',
          given_name: 'A',
          family_name: 'B',
          birth_date: '1990-01-01',
          email: 'a@b.example',
          phone: '+4930901820',
          contact_points: [],
          addresses: [],
          tags: [],
          language: 'en',
          owner: 'x',
          notes: 'x',
        },
      },
    ]
    for (const action of actions) expect(await wrongAnswers(action), action.path).to.deep.equal([])
  })
})

async function tell(
  { practice }: PracticeGround,
  { method, path, body, member, value }: Valid & { member: string; value: unknown },
): Promise<string | undefined> {
  const { status, body: answer } = await practice.ask(method, path, body)
  const isGood = status < 300 || (status < 500 && typeof answer.code === 'string')
  return isGood
    ? undefined
    : `${method} ${path} ${member}=${JSON.stringify(value).slice(0, 60)}: ${status} ${JSON.stringify(answer).slice(0, 200)}`
}
