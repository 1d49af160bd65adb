import type { InvalidValue } from '@atrium/sdk'
import type * as PhoneNumbers from 'libphonenumber-js'
import type { Client, ContactPoint } from './client.ts'

type Contacts = Partial<Pick<Client, 'email' | 'phone' | 'contact_points'>>

/** The WHATWG pattern of `<input type=email>`, the same that the schema format `email` uses. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** The countries of which a phone number without a country code can be: that of the first address of its client, or else that of the settings. */
export const phoneCountries = ({ addresses }: Partial<Client>, { country }: { country: string }): readonly string[] => [
  ...new Set([addresses?.[0]?.country ?? country, country]),
]

/**
 * Normalizes contacts: e-mail addresses to lower case, phone numbers to E.164.
 * @returns the normalized contacts, and what is invalid about them
 */
export async function checkContacts(
  { email, phone, contact_points = [] }: Contacts,
  countries: readonly string[],
): Promise<{ contacts: Contacts; found: InvalidValue[] }> {
  const parsePhone = await phoneParser(...countries)
  const found: InvalidValue[] = []
  const number = (text: string, pointer: string) => {
    const parsed = parsePhone(text)
    if (parsed === undefined)
      found.push({ pointer, message: 'Enter a phone number such as +49 30 901820', keyword: 'phone' })
    return parsed ?? text
  }
  const address = (text: string, pointer: string) => {
    if (!EMAIL.test(text))
      found.push({ pointer, message: 'Enter an e-mail address such as name@example.com', keyword: 'email' })
    return text.toLowerCase()
  }
  const point = (each: ContactPoint, index: number): ContactPoint => {
    const pointer = `/contact_points/${index}/value`
    if (each.kind === 'phone') return { ...each, value: number(each.value, pointer) }
    return each.kind === 'email' ? { ...each, value: address(each.value, pointer) } : each
  }
  const contacts: Contacts = {
    ...(email !== undefined && { email: email.toLowerCase() }),
    ...(phone !== undefined && { phone: number(phone, '/phone') }),
    contact_points: contact_points.map(point),
  }
  return { contacts, found }
}

let library: typeof PhoneNumbers | undefined

/** The package has a hundred files, so it is loaded when it is first needed. */
const phoneNumbers = async () => (library ??= await import('libphonenumber-js'))

/** A number in E.164 without its country code. */
export async function nationalDigits(number: string): Promise<string> {
  const { parsePhoneNumberFromString } = await phoneNumbers()
  return parsePhoneNumberFromString(number)?.nationalNumber ?? number
}

/** The same digits of fewer are often a coincidence. */
const FEWEST_DIGITS = 9

/**
 * This number and those of all countries with the same digits, in E.164: who types `(631) 555-0122` does not say of which country it is.
 * @param number in E.164, or as somebody types it
 */
export async function numbersAlike(number: string): Promise<string[]> {
  const { getCountries, getCountryCallingCode, parsePhoneNumberFromString } = await phoneNumbers()
  const typed = number.replaceAll(/\D/g, '').replace(/^0+/, '')
  const digits = parsePhoneNumberFromString(number)?.nationalNumber ?? typed
  if (digits.length < FEWEST_DIGITS) return [number]
  const codes = new Set(getCountries().map((country) => getCountryCallingCode(country)))
  return [...new Set([number, ...[...codes].map((code) => `+${code}${digits}`)])]
}

/**
 * Makes a function that returns a phone number in E.164: `030 901820` in DE → `+4930901820`. It returns undefined if the number is invalid
 * or has an extension, which E.164 cannot express.
 * @param countries ISO 3166 codes: a number without a country code belongs to the first of these countries in which it is valid
 */
export async function phoneParser(...countries: readonly string[]): Promise<(text: string) => string | undefined> {
  const { parsePhoneNumberFromString } = await phoneNumbers()
  return (text) => {
    const numbers = countries.map((country) =>
      parsePhoneNumberFromString(text, { defaultCountry: country as PhoneNumbers.CountryCode, extract: false }),
    )
    return numbers.find((number) => number?.isValid() === true && number.ext === undefined)?.number
  }
}
