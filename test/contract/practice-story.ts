/**
 * A program written against the description of clients and booking, which follows a client from the first contact to the last. It is
 * compiled against the types that are generated from the description, and then run.
 */
export const PRACTICE_STORY = `
import createClient from 'openapi-fetch'
import type { paths } from './api.js'

const CLIENTS = '/api/v1/clients/clients'
const BOOKINGS = '/api/v1/booking/bookings'

interface Wish {
  baseUrl: string
  token: string
  service_id: number
  from: string
  to: string
  picture: Blob
}

export async function walk({ baseUrl, token, service_id, from, to, picture }: Wish) {
  const { GET, POST, PATCH } = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + token } })
  const once = (key: string) => ({ 'Idempotency-Key': key })

  const client = must(
    await POST(CLIENTS, { params: { header: once('client') }, body: { given_name: 'Ada', family_name: 'Lovelace', email: 'ada@home.example' } }),
  )
  const type = must(await POST('/api/v1/clients/document-types', { body: { title: 'Passport', required_for: 'person' } }))
  const upload = () =>
    POST('/api/v1/clients/clients/{id}/documents', {
      params: { path: { id: client.id }, header: once('passport') },
      body: { file: picture, type_id: type.id },
      bodySerializer: ({ file, type_id }) => {
        const form = new FormData()
        form.append('file', file, 'passport.png')
        form.append('type_id', String(type_id))
        return form
      },
    })
  const document = must(await upload())
  const again = await upload()

  const [slot, other] = must(await GET('/api/v1/booking/slots', { params: { query: { service_id, from, to, zone: 'Asia/Tokyo' } } }))
  if (!slot || !other) throw new Error('There is no slot.')
  const quote = must(await POST('/api/v1/booking/bookings/quote', { body: { service_id } }))
  const wanted = { client_id: client.id, service_id, specialist_id: slot.specialist_id, starts_at: slot.starts_at }
  const tampered = await POST(BOOKINGS, { body: { ...wanted, price: quote.total - 1 } })
  const booking = must(
    await POST(BOOKINGS, { params: { header: once('booking') }, body: { ...wanted, quote_id: quote.id, price: quote.total } }),
  )
  const taken = await POST(BOOKINGS, { body: wanted })

  const { id } = booking
  const confirmed = await POST('/api/v1/booking/bookings/{id}/confirm', { params: { path: { id } } })
  const header = { 'If-Match': confirmed.response.headers.get('etag') ?? '' }
  const move = () =>
    PATCH('/api/v1/booking/bookings/{id}', { params: { path: { id: booking.id }, header }, body: { starts_at: other.starts_at } })
  const moved = must(await move())
  const stale = await move()
  const cancelled = must(
    await PATCH('/api/v1/booking/bookings/{id}/cancel', { params: { path: { id } }, body: { by: 'client', reason: 'Ill' } }),
  )
  const impossible = await POST('/api/v1/booking/bookings/{id}/confirm', { params: { path: { id } } })

  const steps = must(await GET('/api/v1/booking/transitions', { params: { query: { booking_id: [booking.id], _sort: 'id' } } }))
  const record = must(await GET('/api/v1/clients/clients/{id}/record', { params: { path: { id: client.id } } }))
  const summary = must(await GET('/api/v1/clients/clients/summary'))

  return {
    client, document, slot, other, quote, booking, confirmed: must(confirmed), moved, cancelled, steps, record, summary,
    replayed: [must(again).id, again.response.headers.get('idempotency-replayed')],
    refused: [tampered, taken, stale, impossible].map(({ response, error }) => [response.status, error?.code]),
    pointers: tampered.error?.details?.map(({ pointer }) => pointer),
    allowed: impossible.error?.allowed,
  }
}

function must<Data>({ data, error }: { data?: Data; error?: { detail: string } }): Data {
  if (data === undefined) throw new Error(error?.detail)
  return data
}

export async function mistakes(baseUrl: string) {
  const { GET, POST, PATCH } = createClient<paths>({ baseUrl })
  const wanted = { client_id: 1, service_id: 1, specialist_id: 1, starts_at: '2027-01-04T09:00:00Z' }
  // @ts-expect-error a booking needs a client
  await POST(BOOKINGS, { body: { service_id: 1, specialist_id: 1, starts_at: '2027-01-04T09:00:00Z' } })
  // @ts-expect-error ids are numbers
  await POST(BOOKINGS, { body: { ...wanted, client_id: 'ada' } })
  // @ts-expect-error nobody else can cancel
  await PATCH('/api/v1/booking/bookings/{id}/cancel', { params: { path: { id: 1 } }, body: { by: 'weather' } })
  // @ts-expect-error slots are requested by days
  await GET('/api/v1/booking/slots', { params: { query: { service_id: 1 } } })
  // @ts-expect-error there is no such kind of client
  await POST(CLIENTS, { body: { kind: 'robot' } })
  // @ts-expect-error bookings are not filtered by a colour
  await GET(BOOKINGS, { params: { query: { colour: 'red' } } })
  // @ts-expect-error a document is sent with a file
  await POST('/api/v1/clients/clients/{id}/documents', { params: { path: { id: 1 } }, body: { type_id: 1 } })
  const { data } = await GET('/api/v1/booking/bookings/{id}', { params: { path: { id: 1 } } })
  // @ts-expect-error bookings have no colour
  return data?.colour
}
`
