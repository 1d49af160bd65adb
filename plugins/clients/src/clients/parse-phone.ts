import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A phone number as E.164: `030 901820` in DE → `+4930901820`. Undefined where it is none, or has an extension, which E.164 has no
 * place for.
 */
export function parsePhone(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false })
  return number?.isValid() === true && number.ext === undefined ? number.number : undefined
}
