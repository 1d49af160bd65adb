import type { Random } from '@atrium/sdk'
import type { Client, ContactPoint } from '../clients/client.ts'
import { type Home, HOMES } from './homes.ts'

type Invented = Partial<Client> & Pick<Client, 'kind'>

const words = (text: string) => text.split(' ')

const TRADES = words(
  'Bakery Books Carpentry Catering Consulting Design Logistics Media Motors Optics Print Software Textiles',
)
const OWNERS = ['Anna Berg', 'Tom Hale', 'Maria Santos', 'Yusuf Demir']
const TAGS = ['allergy', 'family', 'insurance', 'newsletter', 'regular', 'vip', 'wheelchair']
const BUSINESS_TAGS = ['framework contract', 'invoice monthly', 'key account', 'newsletter']
const NOTES = [
  'Prefers appointments in the morning.',
  'Please call before sending letters; the letter box is broken.',
  'Comes with an interpreter.',
  'Was recommended by a colleague.',
  'Pays by invoice, thirty days.',
  'Allergic to latex.',
  'Likes to be reminded the day before.',
  'Has moved; the new address is not confirmed yet.',
]

const MAIL = ['example.com', 'example.org', 'example.net']

/** Returns a function that invents one client per call. E-mail addresses and phone numbers are unique until the reserved ones run out. */
export function clientInventor(random: Random, { year }: { year: number }): () => Invented {
  const contacts = uniqueContacts()
  return () => {
    const home = random.pick(HOMES)
    return {
      ...(random.chance(0.15) ? company(home, { random, contacts }) : person(home, { random, contacts, year })),
      language: home.language,
      addresses: [addressIn(home, random)],
      ...(random.chance(0.7) && { owner: random.pick(OWNERS) }),
      ...(random.chance(0.2) && { notes: random.pick(NOTES) }),
    }
  }
}

interface Source {
  readonly random: Random
  readonly contacts: Contacts
}

function person(home: Home, { random, contacts, year }: Source & { readonly year: number }): Invented {
  const given_name = random.pick(home.given)
  const family_name = random.pick(home.family)
  const month = pad(random.integer(1, 12), 2)
  const birth_date = `${year - random.integer(18, 88)}-${month}-${pad(random.integer(1, 28), 2)}`
  const name = `${plain(given_name)}.${plain(family_name)}`
  return {
    kind: 'person',
    given_name,
    family_name,
    ...(random.chance(0.8) && { birth_date }),
    ...(random.chance(0.92) && { email: contacts.mail(name, random.pick(MAIL)) }),
    ...(random.chance(0.9) && { phone: contacts.number(home) }),
    tags: random.sample(TAGS, random.chance(0.5) ? random.integer(1, 3) : 0),
    contact_points: random.chance(0.15) ? [{ kind: 'phone', value: contacts.number(home), label: 'Work' }] : [],
  }
}

function company(home: Home, { random, contacts }: Source): Invented {
  const founder = random.pick(home.family)
  const trade = random.pick(TRADES)
  const host = `${plain(founder)}-${trade.toLowerCase()}.example`
  return {
    kind: 'company',
    company_name: `${founder} ${trade} ${random.pick(home.legalForms)}`,
    registration_no: `${home.country} ${random.integer(10_000, 999_999)}`,
    email: contacts.mail('office', host),
    phone: contacts.number(home),
    tags: random.sample(BUSINESS_TAGS, random.integer(0, 2)),
    contact_points: [
      { kind: 'web', value: `https://${host}` },
      ...(random.chance(0.4) ? [accounts(contacts.mail('accounts', host))] : []),
    ],
  }
}

interface Contacts {
  mail(name: string, host: string): string
  number(home: Home): string
}

/** Numbers each repeated name at a host, and counts through the phone numbers of each country. */
function uniqueContacts(): Contacts {
  const counts = new Map<string, number>()
  const next = (key: string) => {
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count
  }
  return {
    mail(name, host) {
      const count = next(`${name}@${host}`)
      return `${name}${count === 0 ? '' : count + 1}@${host}`
    },
    number({ country, numbers: { beginnings, digits } }) {
      const count = next(country)
      const beginning = beginnings[count % beginnings.length] ?? ''
      return beginning + pad(Math.floor(count / beginnings.length) % 10 ** digits, digits)
    },
  }
}

const addressIn = ({ city, country, streets, address, postal }: Home, random: Random) => ({
  street: address(random.pick(streets), random.integer(1, 180)),
  postal_code: random.pick(postal),
  city,
  country,
})

const accounts = (value: string): ContactPoint => ({ kind: 'email', value, label: 'Accounts' })

const pad = (number: number, digits: number) => String(number).padStart(digits, '0')

/** Letters that NFKD does not decompose. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ı: 'i' }

/** The name in letters that an e-mail address can contain. */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[ßłı]/g, (letter) => LETTERS[letter] ?? '')
    .replaceAll(/[^a-z]/g, '')
