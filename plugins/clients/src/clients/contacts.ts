import type { InvalidValue } from '@atrium/sdk'
import type { CountryCode } from 'libphonenumber-js'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Client, ContactPoint } from './client.ts'

type Contacts = Partial<Pick<Client, 'email' | 'phone' | 'contact_points'>>

/** As WHATWG has it for `<input type=email>`, which is what the schema's format says as well. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** E-mail addresses in small letters and phone numbers as E.164, and which of them are none. */
export function checkContacts(
  { email, phone, contact_points = [] }: Contacts,
  country: string,
): { contacts: Contacts; found: InvalidValue[] } {
  const found: InvalidValue[] = []
  const number = (text: string, pointer: string) => {
    const parsed = parsePhone(text, country)
    if (parsed === undefined)
      found.push({ pointer, message: 'Enter a phone number, as +49 30 901820', keyword: 'phone' })
    return parsed ?? text
  }
  const address = (text: string, pointer: string) => {
    if (!EMAIL.test(text))
      found.push({ pointer, message: 'Enter an e-mail address, as name@example.com', keyword: 'email' })
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

/**
 * A phone number as E.164: `030 901820` in DE → `+4930901820`. Undefined where it is none, or has an extension, which E.164 has no
 * place for.
 */
export function parsePhone(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false })
  return number?.isValid() === true && number.ext === undefined ? number.number : undefined
}
