import type { InvalidValue } from '@atrium/sdk'
import type * as PhoneNumbers from 'libphonenumber-js'
import type { Client, ContactPoint } from './client.ts'

type Contacts = Partial<Pick<Client, 'email' | 'phone' | 'contact_points'>>

/** The WHATWG pattern of `<input type=email>`, the same that the schema format `email` uses. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/**
 * Normalizes contacts: e-mail addresses to lower case, phone numbers to E.164.
 * @returns the normalized contacts, and what is invalid about them
 */
export async function checkContacts(
  { email, phone, contact_points = [] }: Contacts,
  country: string,
): Promise<{ contacts: Contacts; found: InvalidValue[] }> {
  const parsePhone = await phoneParser(country)
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

/**
 * Makes a function that returns a phone number in E.164: `030 901820` in DE → `+4930901820`. It returns undefined if the number is invalid
 * or has an extension, which E.164 cannot express. The package has a hundred files, so it is loaded when it is first needed.
 * @param country ISO 3166 code of the country that numbers without a country code belong to
 */
export async function phoneParser(country: string): Promise<(text: string) => string | undefined> {
  const { parsePhoneNumberFromString } = (library ??= await import('libphonenumber-js'))
  const options = { defaultCountry: country as PhoneNumbers.CountryCode, extract: false }
  return (text) => {
    const number = parsePhoneNumberFromString(text, options)
    return number?.isValid() === true && number.ext === undefined ? number.number : undefined
  }
}
