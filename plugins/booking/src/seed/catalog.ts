import type { Location, Service, Specialist } from '../catalog/catalog-records.ts'

type New<Row> = Omit<Row, 'id' | 'created_at'>

/** Four locations in four time zones, one of them in the southern hemisphere. */
export const LOCATIONS: readonly New<Location>[] = [
  { name: 'Berlin Mitte', zone: 'Europe/Berlin', address: 'Torstraße 100, 10119 Berlin' },
  { name: 'London Old Street', zone: 'Europe/London', address: '30 Old Street, London EC1V 9HX' },
  { name: 'New York Midtown', zone: 'America/New_York', address: '540 Lexington Avenue, New York, NY 10022' },
  { name: 'Sydney Surry Hills', zone: 'Australia/Sydney', address: '210 Crown Street, Surry Hills NSW 2010' },
]

/** The countries of the locations, as in clients' addresses. */
export const COUNTRIES = ['DE', 'GB', 'US', 'AU'] as const

const service = (
  name: string,
  minutes: { duration: number; step?: number; before?: number; after?: number },
  { price, ...rest }: Pick<Service, 'price'> & Partial<Service>,
): New<Service> => ({
  name,
  duration: minutes.duration,
  ...(minutes.step !== undefined && { step: minutes.step }),
  buffer_before: minutes.before ?? 0,
  buffer_after: minutes.after ?? 0,
  price,
  capacity: 1,
  active: true,
  ...rest,
})

/** The last one is inactive. */
export const SERVICES: readonly New<Service>[] = [
  service('First consultation', { duration: 60, step: 30, after: 15 }, { price: 12_000 }),
  service('Check-up', { duration: 30 }, { price: 5_500 }),
  service('Physiotherapy', { duration: 45, step: 15, after: 15 }, { price: 8_000 }),
  service('Massage', { duration: 60, step: 30, before: 5, after: 10 }, { price: 7_200 }),
  service('Follow-up', { duration: 20, step: 10 }, { price: 3_500 }),
  service('Nutrition counselling', { duration: 50, step: 10, after: 10 }, { price: 9_500 }),
  service(
    'Back training',
    { duration: 60, after: 15 },
    { price: 1_800, capacity: 8, description: 'In a group of eight' },
  ),
  service('Video consultation', { duration: 25, step: 15, after: 5 }, { price: 4_900 }),
  service('Acupuncture', { duration: 40, after: 10 }, { price: 8_500, active: false }),
]

/** A specialist. `location` and `services` are indexes into the lists above, `week` into `WEEKS`. */
export interface Hand extends Pick<Specialist, 'name'> {
  readonly location: number
  readonly services: readonly number[]
  readonly week: number
}

export const SPECIALISTS: readonly Hand[] = [
  { name: 'Dr. Clara Vogt', location: 0, services: [0, 1, 4, 7], week: 0 },
  { name: 'Matthias Kern', location: 0, services: [2, 3, 6], week: 1 },
  { name: 'Leyla Arslan', location: 0, services: [0, 5, 7], week: 2 },
  { name: 'Dr. Imogen Hart', location: 1, services: [0, 1, 4, 7], week: 1 },
  { name: 'Samir Choudhury', location: 1, services: [2, 3, 4], week: 0 },
  { name: 'Bronwen Pryce', location: 1, services: [3, 5, 6], week: 2 },
  { name: 'Dr. Walter Greene', location: 2, services: [0, 1, 4], week: 0 },
  { name: 'Rosa Delgado', location: 2, services: [2, 3, 6], week: 1 },
  { name: 'Jun Park', location: 2, services: [0, 5, 7], week: 0 },
  { name: 'Dr. Harriet Lawson', location: 3, services: [0, 1, 4, 7], week: 1 },
  { name: 'Nikos Papas', location: 3, services: [2, 3, 6], week: 0 },
  { name: 'Mai Tran', location: 3, services: [1, 5, 7], week: 2 },
]

/** Typical weekly hours: rule, start, end. */
export const WEEKS: readonly (readonly (readonly [rrule: string, opens: string, closes: string])[])[] = [
  [
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH', '08:00', '12:00'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH', '13:00', '17:00'],
    ['FREQ=WEEKLY;BYDAY=FR', '08:00', '13:00'],
  ],
  [
    ['FREQ=WEEKLY;BYDAY=MO,TU,TH,FR', '09:00', '13:00'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,TH,FR', '14:00', '18:30'],
    ['FREQ=WEEKLY;BYDAY=WE', '09:00', '13:00'],
  ],
  [
    ['FREQ=WEEKLY;BYDAY=TU,WE,TH', '10:00', '14:00'],
    ['FREQ=WEEKLY;BYDAY=TU,WE,TH', '15:00', '19:00'],
    ['FREQ=WEEKLY;BYDAY=FR', '10:00', '16:00'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SA', '09:00', '13:00'],
  ],
]

/** Yearly holidays: day, name, and the locations that close; all of them if none are given. */
export const HOLIDAYS: readonly (readonly [day: string, name: string, locations?: readonly number[]])[] = [
  ['01-01', 'New Year’s Day'],
  ['01-26', 'Australia Day', [3]],
  ['04-25', 'Anzac Day', [3]],
  ['05-01', 'Labour Day', [0]],
  ['07-04', 'Independence Day', [2]],
  ['10-03', 'Day of German Unity', [0]],
  ['11-11', 'Veterans Day', [2]],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day', [0, 1, 3]],
]
