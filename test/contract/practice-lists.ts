import { PNG, fileForm } from '../../plugins/clients/test/suites/files.ts'
import { ahead, type Practice } from '../../plugins/booking/test/practice.ts'

type Json = Record<string, unknown>

/** A list resource of clients or booking, and the values of three test records. */
export interface PracticeList {
  /** A filter that lists only the test records. */
  readonly filter: Json
  /** A field that sorts them in the order of their creation. */
  readonly sort: string
  /** A field with the same value in all of them. */
  readonly reference: { readonly target: string; readonly id: string | number }
  /** The values of the record with this index. If it cannot be created over REST, `make` creates it and returns its id. */
  readonly values?: (index: number) => Json
  readonly make?: (index: number) => Promise<number>
  /** The values that an edit changes; absent if the record cannot be edited. */
  readonly change?: Json
  readonly removable?: boolean
  /** The paths of the list and of a record, if they differ from the name. */
  readonly paths?: { readonly list: string; readonly record: string }
}

/** Records that the lists refer to. */
export interface PracticeGround {
  readonly practice: Practice
  readonly location_id: number
  readonly service_id: number
  readonly specialist_id: number
  readonly client_id: number
}

/** Creates these records. */
export async function makeGround(practice: Practice): Promise<PracticeGround> {
  const location_id = await practice.location()
  const service_id = await practice.service()
  const specialist_id = await practice.specialist({ service_id, location_id })
  return { practice, location_id, service_id, specialist_id, client_id: await practice.client() }
}

const DAILY = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU'

/** Every list resource of both plugins, by plugin and name. */
export const PRACTICE_LISTS: Readonly<
  Record<string, (ground: PracticeGround) => PracticeList | Promise<PracticeList>>
> = {
  'clients/clients': () => ({
    values: (index) => ({ given_name: 'Ada', family_name: `Number ${index}`, owner: 'react-admin' }),
    filter: { owner: 'react-admin' },
    sort: 'display_name',
    reference: { target: 'owner', id: 'react-admin' },
    change: { notes: 'Likes the window' },
    removable: true,
  }),
  'clients/document-types': () => ({
    values: (index) => ({ title: `Paper ${index}`, required_for: 'company' }),
    filter: { q: 'paper' },
    sort: 'title',
    reference: { target: 'required_for', id: 'company' },
    change: { validity_months: 12 },
    removable: true,
  }),
  'clients/imports': ({ practice }) => ({
    make: async (index) => {
      const body = fileForm('family_name\nImported\n', { name: `clients-${index}.csv`, dry_run: 'true' })
      const { id } = await send(practice, '/api/v1/clients/imports', body)
      for (;;) {
        const { status } = (await practice.ask('GET', `/api/v1/clients/imports/${id}`)).body
        if (status === 'done') return id
      }
    },
    filter: { status: 'done' },
    sort: 'id',
    reference: { target: 'status', id: 'done' },
  }),
  'clients/documents': ({ practice, client_id }) => {
    const list = `clients/${client_id}/documents`
    return {
      make: async (index) => {
        const type_id = await practice.make('/api/v1/clients/document-types', { title: `Passport ${index}` })
        const body = fileForm(PNG, { name: `${index}.png`, type_id })
        return (await send(practice, `/api/v1/clients/${list}`, body)).id
      },
      filter: {},
      sort: 'name',
      reference: { target: 'is_current', id: 'true' },
      removable: true,
      paths: { list, record: 'documents' },
    }
  },
  'booking/locations': () => ({
    values: (index) => ({ name: `Place ${index}`, zone: 'Asia/Tokyo' }),
    filter: { q: 'place' },
    sort: 'name',
    reference: { target: 'zone', id: 'Asia/Tokyo' },
    change: { address: '1-1 Chiyoda' },
    removable: true,
  }),
  'booking/services': () => ({
    values: (index) => ({ name: 'Care', duration: 45, price: index }),
    filter: { duration_gte: 45, duration_lte: 45 },
    sort: 'price',
    reference: { target: 'duration', id: 45 },
    change: { description: 'With oil' },
    removable: true,
  }),
  'booking/specialists': async ({ practice }) => {
    const location_id = await practice.location()
    return {
      values: (index) => ({ name: `Ada ${index}`, zone: 'Europe/Berlin', location_id }),
      filter: { location_id },
      sort: 'name',
      reference: { target: 'location_id', id: location_id },
      change: { email: 'ada@practice.example' },
      removable: true,
    }
  },
  'booking/offers': async ({ practice }) => {
    const specialist_id = await practice.specialist()
    const services = [await practice.service(), await practice.service(), await practice.service()]
    return {
      values: (index) => ({ specialist_id, service_id: services[index] }),
      filter: { specialist_id },
      sort: 'id',
      reference: { target: 'specialist_id', id: specialist_id },
      change: { service_id: await practice.service() },
      removable: true,
    }
  },
  'booking/hours': async ({ practice }) => {
    const specialist_id = await practice.specialist({ hours: false })
    return {
      values: (index) => ({
        ...{ specialist_id, rrule: DAILY, starts_on: '2027-01-01' },
        ...{ opens: `0${index}:00`, closes: `0${index + 1}:00` },
      }),
      filter: { specialist_id },
      sort: 'opens',
      reference: { target: 'specialist_id', id: specialist_id },
      change: { ends_on: '2027-12-31' },
      removable: true,
    }
  },
  'booking/exceptions': async ({ practice }) => {
    const specialist_id = await practice.specialist()
    return {
      values: (index) => ({ specialist_id, starts_at: ahead(index), ends_at: ahead(index, '12:00') }),
      filter: { specialist_id },
      sort: 'starts_at',
      reference: { target: 'specialist_id', id: specialist_id },
      change: { reason: 'Ill' },
      removable: true,
    }
  },
  'booking/holidays': async ({ practice }) => {
    const location_id = await practice.location()
    return {
      values: (index) => ({ name: 'Founders', day: `2027-01-0${index + 1}`, location_id }),
      filter: { location_id },
      sort: 'day',
      reference: { target: 'location_id', id: location_id },
      change: { name: 'Foundation day' },
      removable: true,
    }
  },
  'booking/bookings': async ({ practice, service_id, specialist_id }) => {
    const client_id = await practice.client()
    return {
      values: (index) => ({ client_id, service_id, specialist_id, starts_at: ahead(7 + index) }),
      filter: { client_id },
      sort: 'starts_at',
      reference: { target: 'client_id', id: client_id },
      change: { notes: 'By the window' },
    }
  },
  'booking/transitions': async ({ practice, service_id, specialist_id, client_id }) => {
    const wanted = { client_id, service_id, specialist_id, starts_at: ahead(20) }
    const booking_id = await practice.make('/bookings', wanted)
    const steps = ['confirm', 'no-show']
    return {
      make: async (index) => {
        if (index > 0) await practice.ask('POST', `/bookings/${booking_id}/${steps[index - 1]}`)
        const { body } = await practice.ask<{ id: number }[]>('GET', `/transitions?booking_id=${booking_id}&_sort=id`)
        return body[index]?.id as number
      },
      filter: { booking_id },
      sort: 'id',
      reference: { target: 'booking_id', id: booking_id },
    }
  },
  'booking/series': async ({ practice, service_id, specialist_id }) => {
    const client_id = await practice.client()
    const wanted = { client_id, service_id, specialist_id, rrule: 'FREQ=DAILY;COUNT=2' }
    return {
      make: (index) => practice.make('/bookings/series', { ...wanted, starts_at: ahead(30 + 3 * index) }),
      filter: { client_id },
      sort: 'starts_at',
      reference: { target: 'client_id', id: client_id },
    }
  },
  'booking/mails': async ({ practice, service_id, specialist_id, client_id }) => {
    const wanted = { client_id, service_id, specialist_id, starts_at: ahead(50) }
    const booking_id = await practice.make('/bookings', wanted)
    const path = `/bookings/${booking_id}`
    const steps = [
      () => practice.ask('POST', `${path}/confirm`),
      () => practice.ask('PATCH', path, { starts_at: ahead(51) }),
      () => practice.ask('PATCH', `${path}/cancel`, { reason: 'Ill' }),
    ]
    return {
      make: async (index) => {
        await steps[index]?.()
        for (;;) {
          const { body } = await practice.ask<{ id: number; status: string }[]>(
            'GET',
            `/mails?booking_id=${booking_id}&_sort=id`,
          )
          const mail = body[index]
          if (mail && mail.status !== 'waiting') return mail.id
        }
      },
      filter: { booking_id },
      sort: 'id',
      reference: { target: 'booking_id', id: booking_id },
    }
  },
  'booking/calendar-feeds': async ({ practice }) => {
    const specialist_id = await practice.specialist()
    return {
      values: (index) => ({ name: `Feed ${index}`, specialist_id }),
      filter: { specialist_id },
      sort: 'name',
      reference: { target: 'specialist_id', id: specialist_id },
      change: { shows: 'client' },
      removable: true,
    }
  },
}

async function send(practice: Practice, path: string, body: FormData): Promise<{ id: number }> {
  const response = await practice.host.request(path, { method: 'POST', body })
  if (response.status !== 201) throw new Error(`Nothing was made at ${path}: ${await response.text()}`)
  return (await response.json()) as { id: number }
}
