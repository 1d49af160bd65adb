/** What an operator decides for the whole practice; the schema with its defaults is in package.json. */
export interface Settings {
  /** ISO 3166: where a phone number without a country code is from. */
  readonly country: string
}
